// A state in the header's bar: a mark, its words, and what a press does about it. Narrow bars fold the words away.
import type { ComponentProps, ReactNode } from 'react'
import css from './bar-pill.module.css'
import { look } from './kit/look.ts'
import { Text } from './kit/parts.tsx'

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
    <button
      {...button}
      type="button"
      className={look(
        {
          inline: true,
          justify: 'center',
          gap: 2,
          padX: 3,
          padY: 0,
          ground: 'none',
          soft: tone,
          loud: tone === 'critical',
          round: 'full',
          size: 'small',
          strong: true,
          nowrap: true,
          pointer: true,
        },
        css.pill,
      )}
      data-tone={tone}
      data-fold={fold}
    >
      {mark}
      {count !== undefined && (
        <span className={css.count} aria-hidden="true">
          {count}
        </span>
      )}
      <Text shrink hidden className={css.words}>
        {children}
      </Text>
      {aside && (
        <Text rigid className={css.aside}>
          {aside}
        </Text>
      )}
    </button>
  )
}
