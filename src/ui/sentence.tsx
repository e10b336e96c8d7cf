// What somebody has set, as a sentence in clauses; its variables stand out in bold.
import type { ReactNode } from 'react'
import { Stack } from './kit/parts.tsx'
import css from './sentence.module.css'

/** Paragraphs of clauses. */
export function Sentence({ children }: { children: ReactNode }) {
  return (
    <Stack gap="half" tone="ink-2" breaks className={css.sentence}>
      {children}
    </Stack>
  )
}

/** One part of a paragraph; a dot parts it from the next. */
export function Clause({ children }: { children: ReactNode }) {
  return <span className={css.clause}>{children}</span>
}
