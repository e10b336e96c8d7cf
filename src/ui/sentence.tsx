// What somebody has set, as a sentence in clauses; its variables stand out in bold.
import type { ReactNode } from 'react'
import css from './sentence.module.css'

/** Paragraphs of clauses. */
export function Sentence({ children }: { children: ReactNode }) {
  return <div className={css.sentence}>{children}</div>
}

/** One part of a paragraph; a dot parts it from the next. */
export function Clause({ children }: { children: ReactNode }) {
  return <span className={css.clause}>{children}</span>
}
