// How far something got: a bar of one or more parts, and the figures beside it.

import { look } from '../../../ui/kit/look.ts'
import { Row, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import css from './life.module.css'

export interface ProgressPart {
  id: string
  value: number
  tone: 'accent' | 'ok' | 'critical' | 'attention'
}

interface ProgressLineProps {
  /** Said aloud: what the bar is about. */
  label: string
  parts: readonly ProgressPart[]
  total: number
  /** Instead of «3 / 20». */
  children?: string
  wide?: boolean
}

export function ProgressLine({ label, parts, total, children, wide }: ProgressLineProps) {
  const format = numberFormat(useIntlLocale())
  const sum = parts.reduce((all, { value }) => all + value, 0)
  const most = Math.max(total, sum, 1)
  const figures = children ?? `${format.format(sum)} / ${format.format(total)}`
  return (
    <span
      className={look(
        { align: 'center', gap: 2, shrink: true },
        css.progress,
        wide ? look({ wide: true }, css.wide) : undefined,
      )}
    >
      <Row
        as="span"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={sum}
        align="stretch"
        ground="sunken"
        round="small"
        hidden
        w={72}
        h={6}
        rigid
        className={css.track}
      >
        {parts.map(({ id, value, tone }) => (
          <i key={id} className={css[tone]} style={{ inlineSize: `${(value / most) * 100}%` }} />
        ))}
      </Row>
      <Text as="bdi" tone="ink-2" nowrap>
        {figures}
      </Text>
    </span>
  )
}
