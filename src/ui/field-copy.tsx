// An identifier with a button that copies it.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import css from './field-copy.module.css'
import { Icon } from './icons.tsx'
import { look } from './kit/look.ts'
import { Inline, Text } from './kit/parts.tsx'

export interface FieldCopyProps {
  /** What it is: IMEI, ICCID. */
  label: string
  value: string
  onProblem?: (text: string) => void
}

const SHOWN_MS = 2000

export function FieldCopy({ label, value, onProblem }: FieldCopyProps) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // Without a secure context there is no clipboard; the text can still be marked by hand.
      onProblem?.(t`This browser does not let the page copy. Mark the text and copy it.`)
    }
  }
  return (
    <Inline gap={1} fits>
      <Text as="bdi" hidden className={css.value} dir="ltr">
        {value}
      </Text>
      <button
        type="button"
        className={look(
          {
            bare: true,
            center: true,
            rigid: true,
            pad: 0,
            round: 'control',
            tone: 'ink-3',
            pointer: true,
            square: 'touch',
            hovers: true,
            brightens: true,
          },
          css.copy,
        )}
        aria-label={t`Copy ${label}`}
        title={t`Copy`}
        onClick={copy}
      >
        <Icon name={copied ? 'check' : 'copy'} size={15} />
      </button>
      <span className="gh-hidden" role="status">
        {copied ? t`Copied` : ''}
      </span>
    </Inline>
  )
}
