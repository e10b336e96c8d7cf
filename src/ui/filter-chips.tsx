// Filters as chips: a set one is filled and removable, a dashed one adds another.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import css from './filter-chips.module.css'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Inline, Row, Text } from './kit/parts.tsx'

/** The line that holds the segmented filter, the chips and, at its end, what else can be done with the list. */
export function FilterLine({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <Row wrap gap={2} columnGap={3} shrink className={css.line}>
      {children}
      {end !== undefined && (
        <Row align="stretch" gap={1} pushed>
          {end}
        </Row>
      )}
    </Row>
  )
}

export interface FilterChipProps {
  /** The filter with its value, in plain text: "Block 3". */
  text: string
  onRemove: () => void
  /** Opens the filter to change it. */
  onClick?: () => void
}

export function FilterChip({ text, onRemove, onClick }: FilterChipProps) {
  const { t } = useLingui()
  return (
    <Inline mih="max(30px, var(--gh-touch))" fits ground="accent-soft" round="full" size="small" tone="ink">
      {onClick ? (
        <button
          type="button"
          className={look({ bare: true, content: 'center', pad: 0, clip: true }, css.text)}
          onClick={onClick}
        >
          <bdi>{text}</bdi>
        </button>
      ) : (
        <Text bare content="center" pad={0} clip className={css.text}>
          <bdi>{text}</bdi>
        </Text>
      )}
      <button
        type="button"
        className={look({ bare: true, center: true, pad: 0, round: 'full', pointer: true }, css.remove)}
        aria-label={t`Remove filter ${text}`}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </button>
    </Inline>
  )
}

export interface AddFilterProps {
  /** All that a phone has room for; the words stay its name. */
  icon?: IconName
  onClick?: () => void
  expanded?: boolean
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function AddFilter({ icon = 'filter', onClick, expanded, children, ref }: AddFilterProps) {
  const { t } = useLingui()
  return (
    <button ref={ref} type="button" className={css.add} aria-expanded={expanded} onClick={onClick}>
      <Icon name={icon} size={15} />
      <span className={css.words}>{children ?? t`Filter`}</span>
    </button>
  )
}
