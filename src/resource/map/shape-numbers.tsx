// Numbers of a shape as plain fields: a radius, a longitude, a latitude. Taken with Enter or when the field is left.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { look } from '../../ui/kit/look.ts'
import { Muted, Row } from '../../ui/kit/parts.tsx'
import css from './shape-table.module.css'
import type { ShapeEditor } from './use-shape-editor.ts'

interface NumberFieldProps {
  label: string
  value: number
  /** Answers whether the number can be taken. */
  onTake: (value: number) => boolean
  onFocus?: () => void
  disabled?: boolean
  unit?: string
}

/** A number that may stand anyhow while it is typed. */
export function NumberField({ label, value, onTake, onFocus, disabled, unit }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value from elsewhere ends what was typed
  useEffect(() => {
    setTyped(undefined)
    setWrong(false)
  }, [value])
  const take = () => {
    if (typed === undefined) return
    const number = Number(typed.trim().replace(',', '.'))
    const taken = typed.trim() !== '' && Number.isFinite(number) && onTake(number)
    setWrong(!taken)
    if (taken) setTyped(undefined)
  }
  return (
    <Row as="span" gap={1} shrink grow>
      <input
        className={look(
          {
            wide: true,
            padX: 2,
            ground: 'raised',
            edge: 'strong',
            round: 'control',
            text: 'end',
            atLeast: 'chip',
          },
          css.number,
        )}
        type="text"
        inputMode="decimal"
        dir="ltr"
        aria-label={label}
        aria-invalid={wrong}
        disabled={disabled}
        value={typed ?? String(value)}
        onFocus={onFocus}
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            // The form around must not be saved by it.
            event.preventDefault()
            take()
          }
          if (event.key === 'Escape') setTyped(undefined)
        }}
      />
      {unit && <Muted>{unit}</Muted>}
    </Row>
  )
}

/** The radius of the circle that is drawn or edited. */
export function RadiusField({ editor, compact = false }: { editor: ShapeEditor; compact?: boolean }) {
  const { t } = useLingui()
  const { shape, send, enabled } = editor
  if (shape?.kind !== 'circle') return null
  return (
    <span className={compact ? look({ row: true, gap: 2 }) : look({ list: true, padY: 'half' }, css.row)}>
      <Muted rigid miw={34}>{t`Radius`}</Muted>
      <NumberField
        label={t`Radius in metres`}
        unit={t`m`}
        value={shape.radiusMetres}
        disabled={!enabled}
        onTake={metres => {
          if (!(metres > 0) || metres > 500_000) return false
          send({ is: 'radius', metres })
          return true
        }}
      />
    </span>
  )
}
