// Holds something in a case: copied as it is now, all of it or nothing, into an open case or a new one.
import { randomBytes } from 'node:crypto'
import { MOST_ITEMS } from '../../../src/contract/endpoints/evidence-case.ts'
import { canonical } from '../../../src/domain/case-file/canonical-json.ts'
import { aroundAlarm, caseNumber } from '../../../src/domain/case-file/evidence-case.ts'
import { leavesOf, rootOf } from '../../../src/domain/case-file/leaves.ts'
import { holds } from '../../../src/domain/permission.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import { storeRow } from '../../entity/saving.ts'
import type { Row } from '../../entity/table.ts'
import type { ApartContext } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { type Content, type CopyParts, copyBytes, dropCopies, MOST_CASE_BYTES } from './copy-bytes.ts'
import { itemsOf, lockCase, noteCustody } from './custody-rows.ts'
import type { Asking, Original, Wanted } from './original.ts'
import { type HeldStores, held, originalsOf } from './originals.ts'
import { sha256 } from './signing.ts'

interface Holding extends Wanted {
  /** The case; absent: a new one. */
  id?: number | undefined
  /** With an alarm: also its card, its readings and what was done about it, as far as one may read them. */
  around?: boolean | undefined
}

interface Copied {
  original: Original
  content: Content | undefined
}

/** Answers the case and the numbers of its new items. No transaction is open while bytes are copied. */
export async function holdInCase(
  parts: CopyParts,
  stores: HeldStores,
  wanted: Holding,
  context: ApartContext,
): Promise<{ id: number; number: string; nos: number[] }> {
  const { permissions } = context.person
  if (!holds(permissions, held[wanted.kind].permission)) throw new Refused('forbidden')
  if (wanted.id === undefined && !holds(permissions, 'evidenceCase.save')) throw new Refused('forbidden')
  const { row, originals } = await context.scoped(async sql => {
    const asking = { ...context, sql }
    if (wanted.id !== undefined) {
      const found = await readRow(stores.cases, wanted.id, asking)
      if (found.state !== 'open') throw new Refused('evidence.notOpen')
    }
    const own = await originalsOf({ storages: parts.storages, stores, wanted, asking })
    if (wanted.kind !== 'alarm' || !wanted.around) return own
    return { row: own.row, originals: [...own.originals, ...(await around(parts, stores, wanted, asking))] }
  })
  const copied: Copied[] = []
  const copies = () => copied.flatMap(({ content }) => content ?? [])
  try {
    for (const original of originals)
      copied.push({ original, content: original.content && (await copyBytes(parts, original.content)) })
    return await context.scoped(async sql => {
      const asking = { ...context, sql }
      const id = wanted.id ?? (await openCase(stores, { wanted, row, originals }, asking))
      return keep(stores, { id, subjectId: wanted.subjectId }, copied, asking)
    })
  } catch (error) {
    await dropCopies(parts, copies())
    throw error
  }
}

/** What is there beside an alarm; what is not there, or not for this person, is left out. */
async function around(
  { storages }: CopyParts,
  stores: HeldStores,
  { subjectId }: Wanted,
  asking: Asking,
): Promise<Original[]> {
  const found: Original[] = []
  for (const kind of aroundAlarm) {
    if (!holds(asking.person.permissions, held[kind].permission)) continue
    try {
      const { originals } = await originalsOf({ storages, stores, wanted: { kind, subjectId }, asking })
      found.push(...originals)
    } catch (error) {
      if (!(error instanceof Refused) || error.id !== 'evidence.nothing') throw error
    }
  }
  return found
}

/** A case named after what it begins with; of several about the same, each has a further number. */
async function openCase(
  { cases }: HeldStores,
  { wanted, row, originals }: { wanted: Wanted; row: Row; originals: readonly Original[] },
  asking: Asking,
): Promise<number> {
  const first = caseNumber(wanted.kind, wanted.subjectId, 1)
  const taken = await rowsOf(
    asking.sql,
    tables
      .selectFrom('evidence_case')
      .select('number')
      .where('tenant_id', '=', asking.person.tenantId)
      .where('number', 'like', `${first}%`),
  )
  const numbers = new Set(taken.map(({ number }) => number))
  let turn = 1
  while (numbers.has(caseNumber(wanted.kind, wanted.subjectId, turn))) turn++
  const { departmentId } = row
  return storeRow(
    cases,
    {
      number: caseNumber(wanted.kind, wanted.subjectId, turn),
      title: (originals[0]?.label ?? '').slice(0, 120) || first,
      ...(typeof departmentId === 'number' && { departmentId }),
    },
    asking,
  )
}

/** All of what was copied or nothing: a transaction that fails leaves the case as it was. */
async function keep(
  stores: HeldStores,
  { id: caseId, subjectId }: { id: number; subjectId: number },
  copied: readonly Copied[],
  context: Asking,
): Promise<{ id: number; number: string; nos: number[] }> {
  const { sql, person } = context
  await readRow(stores.cases, caseId, context)
  const found = await lockCase(sql, caseId)
  if (found.state !== 'open') throw new Refused('evidence.notOpen')
  const items = await itemsOf(sql, caseId)
  const bytes = [...items.map(item => item.content_bytes), ...copied.map(({ content }) => content?.bytes)]
  const used = bytes.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  if (items.length + copied.length > MOST_ITEMS || used > MOST_CASE_BYTES)
    throw new Refused('evidence.tooBig')
  const tenantId = found.tenant_id
  const nos: number[] = []
  for (const { original, content } of copied) {
    const no = items.length + nos.length + 1
    const leaves = leavesOf(original.facts, () => randomBytes(16).toString('hex'))
    const root = rootOf(leaves, sha256)
    await rowsOf(
      sql,
      tables
        .insertInto('evidence_item')
        .values({
          tenant_id: tenantId,
          case_id: caseId,
          ...{ no, kind: original.kind, label: original.label, root },
          held_at: Date.now(),
          held_by_name: person.name,
          record: canonical({ leaves }),
          leaves: leaves.length,
          content_key: content?.key ?? null,
          content_storage: content?.place ?? null,
          content_bytes: content?.bytes ?? null,
          content_sha256: content?.sha256 ?? null,
          content_type: content?.type ?? null,
          content_crc: content?.crc ?? null,
        })
        .returning('id'),
    )
    await rowsOf(
      sql,
      tables.insertInto('evidence_subject').values({
        ...{ tenant_id: tenantId, case_id: caseId, no, kind: original.kind },
        subject_id: subjectId,
      }),
    )
    await noteCustody(sql, { tenantId, caseId, by: person.name, act: 'held', detail: { item: no, root } })
    sql.audit({
      ...by(context, tenantId),
      action: 'evidenceCase.hold',
      entity: 'evidenceCase',
      rowId: caseId,
      detail: { no, kind: original.kind, subjectId },
    })
    nos.push(no)
  }
  // Whoever seals looked at what is held: with another item it is another case.
  await sql.change('update evidence_case set version = version + 1, updated_at = $2 where id = $1', [
    caseId,
    Date.now(),
  ])
  return { id: caseId, number: found.number, nos }
}
