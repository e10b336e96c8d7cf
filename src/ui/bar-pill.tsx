// A state in the header's bar: a mark, its words, and what a press does about it. Narrow bars fold the words away.
import type { ComponentProps, ReactNode } from 'react'
import css from './bar-pill.module.css'

export interface BarPillProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** None for the normal state of things. */
  tone?: 'ok' | 'info' | 'attention' | 'warning' | 'critical' | undefined
  /** Icon or shape that says the state without its colour. */
  mark: ReactNode
  /** Where only the mark is left, and the words are said aloud: on phones, or in every narrow bar. */
  fold?: 'phone' | 'narrow' | undefined
  /** Stands for the folded words. */
  count?: number
  /** Beside the words where there is room. */
  aside?: ReactNode
}

export function BarPill({ tone, mark, fold, count, aside, children, ...button }: BarPillProps) {
  return (
    <button {...button} type="button" className={css.pill} data-tone={tone} data-fold={fold}>
      {mark}
      {count !== undefined && (
        <span className={css.count} aria-hidden="true">
          {count}
        </span>
      )}
      <span className={css.words}>{children}</span>
      {aside && <span className={css.aside}>{aside}</span>}
    </button>
  )
}
