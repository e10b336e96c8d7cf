// Which of several rows take a command, and why the others do not.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CommandDefinition } from '../domain/entity.ts'
import type { Giver, Hindrance } from '../domain/hindrance.ts'
import type { Session } from '../platform/session-store.ts'
import { wordsForId } from './error-words.ts'
import type { Row, View } from './view.ts'

export interface Skipped {
  row: Row
  why: MessageDescriptor
}

/** Who gives the commands of this page. */
export const giverOf = (session: Session | undefined): Giver => ({
  id: session?.user.id ?? 0,
  tenantId: session?.user.tenantId ?? 0,
  highest: session?.user.highest ?? false,
})

/** Parts the rows by what hinders the command; the reason is the refusal's own, or the word of the row's state. */
export function parted(
  view: Pick<View, 'card' | 'words'>,
  rows: readonly Row[],
  { hindrance }: Pick<CommandDefinition, 'hindrance'>,
  giver: Giver,
): { able: readonly Row[]; skipped: readonly Skipped[] } {
  if (!hindrance) return { able: rows, skipped: [] }
  const able: Row[] = []
  const skipped: Skipped[] = []
  for (const row of rows) {
    const found = hindrance(row, giver)
    if (found) skipped.push({ row, why: wordsOf(view, row, found) })
    else able.push(row)
  }
  return { able, skipped }
}

function wordsOf(
  { card, words }: Pick<View, 'card' | 'words'>,
  row: Row,
  found: Hindrance,
): MessageDescriptor {
  const wordOf = (field: string | undefined) =>
    field === undefined ? undefined : words[field]?.[String(row[field])]?.label
  const plain = found.is === 'needless' || found.id === 'state.transition'
  const said = found.is === 'refused' ? wordOf(found.of) : undefined
  return (
    said ??
    (plain ? wordOf(card.state) : wordsForId(found.id, found.params)) ??
    msg`Not possible in its present state`
  )
}
