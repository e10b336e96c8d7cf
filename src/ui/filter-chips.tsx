// Filters as chips: a set one is filled and removable, a dashed one adds another.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import css from './filter-chips.module.css'
import { Icon } from './icons.tsx'

/** The line that holds the segmented filter, the chips and, at its end, the columns button. */
export function FilterLine({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={css.line}>
      {children}
      {end !== undefined && <div className={css.end}>{end}</div>}
    </div>
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
    <span className={css.chip}>
      {onClick ? (
        <button type="button" className={css.text} onClick={onClick}>
          <bdi>{text}</bdi>
        </button>
      ) : (
        <span className={css.text}>
          <bdi>{text}</bdi>
        </span>
      )}
      <button type="button" className={css.remove} aria-label={t`Remove filter ${text}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

export interface AddFilterProps {
  onClick?: () => void
  expanded?: boolean
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function AddFilter({ onClick, expanded, children, ref }: AddFilterProps) {
  const { t } = useLingui()
  return (
    <button ref={ref} type="button" className={css.add} aria-expanded={expanded} onClick={onClick}>
      <Icon name="filter" size={15} />
      {children ?? t`Filter`}
    </button>
  )
}
