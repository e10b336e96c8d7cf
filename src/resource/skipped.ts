// Which of several rows take an action, and why the others do not.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Row, View } from './view.ts'

export interface Skipped {
  row: Row
  why: MessageDescriptor
}

interface Conditional {
  when?(row: Row): boolean
  whyNot?(row: Row): MessageDescriptor | undefined
}

/** Parts the rows by what the action asks of each; the reason is the action's own, or the word of the row's state. */
export function parted(
  view: Pick<View, 'card' | 'words'>,
  rows: readonly Row[],
  { when, whyNot }: Conditional,
): { able: readonly Row[]; skipped: readonly Skipped[] } {
  if (!when) return { able: rows, skipped: [] }
  const able: Row[] = []
  const skipped: Skipped[] = []
  for (const row of rows) {
    if (when(row)) able.push(row)
    else
      skipped.push({
        row,
        why: whyNot?.(row) ?? stateOf(view, row) ?? msg`Not possible in its present state`,
      })
  }
  return { able, skipped }
}

function stateOf({ card, words }: Pick<View, 'card' | 'words'>, row: Row): MessageDescriptor | undefined {
  return card.state === undefined ? undefined : words[card.state]?.[String(row[card.state])]?.label
}
