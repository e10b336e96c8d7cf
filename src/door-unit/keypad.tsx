// Twelve large keys: digits, clear, and one step back.
import { useLingui } from '@lingui/react/macro'
import { type Look, look } from '../ui/kit/look.ts'
import { FieldGroup } from '../ui/kit/parts.tsx'
import css from './door-page.module.css'

interface KeypadProps {
  onDigit: (digit: string) => void
  onBack: () => void
  onClear: () => void
}

const key = {
  center: true,
  ground: 'raised',
  edge: 'strong',
  round: 'control',
  size: 'big',
} as const satisfies Look

export function Keypad({ onDigit, onBack, onClear }: KeypadProps) {
  const { t } = useLingui()
  const digit = (text: string) => (
    <button key={text} type="button" className={look(key, css.key)} onClick={() => onDigit(text)}>
      {text}
    </button>
  )
  return (
    // Numbers are read from left to right everywhere.
    <FieldGroup stack cols="repeat(3, 1fr)" className={css.keypad} dir="ltr" aria-label={t`Keypad`}>
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(digit)}
      <button type="button" className={look(key, css.key)} aria-label={t`Clear`} onClick={onClear}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 6l12 12 M18 6L6 18" />
        </svg>
      </button>
      {digit('0')}
      <button
        type="button"
        className={look(key, css.key)}
        aria-label={t`Delete the last digit`}
        onClick={onBack}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M8.5 5.5h10A1.5 1.5 0 0 1 20 7v10a1.5 1.5 0 0 1-1.5 1.5h-10L3 12Z M11 9.5l5 5 M16 9.5l-5 5" />
        </svg>
      </button>
    </FieldGroup>
  )
}
