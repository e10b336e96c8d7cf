// Things of an emergency: a typed reference, taken only from who may see the thing, and shown only to those who may.
import {
  type AttachedKind,
  attachedEntity,
  attachedKind,
  type EntryOf,
  entriesOf,
  type LogEntry,
} from '../../../src/domain/emergency/emergency-log.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { readRows } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Row } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export type StoreOf = (key: string) => Store

const LONGEST_LABEL = 200

/** What names it for people, the most telling first. */
const namedBy: Record<AttachedKind, readonly string[]> = {
  alarm: ['title', 'deviceName', 'place'],
  call: ['deviceName', 'callerName', 'building', 'roomNo'],
  conference: ['name', 'title'],
  person: ['name'],
  door: ['number', 'roomName', 'deviceName'],
  device: ['name', 'imei'],
  evidence: ['number', 'title'],
  file: ['name'],
}

export function labelOf(of: AttachedKind, row: Row): string {
  const parts = namedBy[of].flatMap(field => {
    const value = row[field]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  return (parts.length === 0 ? `#${row.id}` : parts.join(' · ')).slice(0, LONGEST_LABEL)
}

/** The thing as its list has it; whoever may not see it is told that there is none. */
export async function readThing(
  storeOf: StoreOf,
  wanted: { of: AttachedKind; subjectId: number; tenantId: number },
  context: Context,
): Promise<Row> {
  const store = storeOf(attachedEntity[wanted.of])
  if (!holds(context.person.permissions, permissionFor(store.entity, 'read'))) throw new Refused('forbidden')
  const found = (await readRows(store, [wanted.subjectId], context)).get(wanted.subjectId)
  // Who sees every tenant must not join what belongs to two of them.
  if (!found || found.tenantId !== wanted.tenantId) throw new Refused('row.unknown')
  return found.row
}

/** The log with the names of only those things that the reader may see; what is gone keeps the name it had. */
export async function hideUnseen(
  storeOf: StoreOf,
  entries: readonly LogEntry[],
  context: Context,
): Promise<LogEntry[]> {
  const items = entriesOf(entries, 'item')
  const seen = new Map<AttachedKind, ReadonlySet<number>>()
  for (const of of attachedKind.options) seen.set(of, await seenOf(storeOf, of, items, context))
  return entries.map(entry => {
    const { facts } = entry
    if (facts.kind !== 'item' || seen.get(facts.of)?.has(facts.subjectId)) return entry
    return { ...entry, facts: { ...facts, label: null } }
  })
}

async function seenOf(
  storeOf: StoreOf,
  of: AttachedKind,
  items: readonly EntryOf<'item'>[],
  context: Context,
): Promise<ReadonlySet<number>> {
  const ids = items.flatMap(({ facts }) => (facts.of === of ? [facts.subjectId] : []))
  const store = storeOf(attachedEntity[of])
  if (ids.length === 0 || !holds(context.person.permissions, permissionFor(store.entity, 'read')))
    return new Set()
  const there = await readRows(store, ids, context)
  const gone = await readRows(store, ids, context, { removed: true })
  return new Set([...there.keys(), ...gone.keys()])
}
