// A roll as it stands: who is on it, what people said, what was counted, and what sensors saw since the start.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { headCount } from '../../../src/domain/muster/head-count.ts'
import { type Roll, rollPerson } from '../../../src/domain/muster/muster.ts'
import {
  foldRoll,
  type Hint,
  type HintSource,
  type Standing,
  word,
} from '../../../src/domain/muster/sighting.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'

const wordsOf = async (sql: Sql, musterId: number) =>
  z.parse(
    z.array(word),
    await rowsOf(
      sql,
      tables
        .selectFrom('muster_sighting')
        .select(['event_key as id', 'person_key as person', 'says', 'comment', 'means', 'point_key as point'])
        .select(['settles', 'account_id as byId', 'user_name as by', 'at', 'recorded_at as recordedAt'])
        .where('muster_id', '=', musterId)
        .orderBy('at')
        .orderBy('event_key'),
    ),
  )

const peopleOf = (sql: Sql, musterId: number) =>
  rowsOf(
    sql,
    tables
      .selectFrom('muster_person')
      .select(['person_key as key', 'name', 'detail', 'point_key as point', 'signs', 'known_by as knownBy'])
      .select(['added_by_name as addedByName', 'added_at as addedAt'])
      .where('muster_id', '=', musterId)
      .orderBy('id'),
  )

/** How each person stands by what people said: what decides whether a roll call may end. */
export async function standingsOf(sql: Sql, musterId: number): Promise<ReadonlyMap<string, Standing>> {
  const people = await peopleOf(sql, musterId)
  return foldRoll(
    people.map(({ key }) => key),
    await wordsOf(sql, musterId),
  )
}

/** Whoever may see the row may see its roll: that is asked before. */
export async function readRoll(sql: Sql, musterId: number): Promise<Roll> {
  const facts = await firstOf(
    sql,
    tables
      .selectFrom('muster')
      .select(['tenant_id as tenantId', 'started_at as startedAt', 'closed_at as closedAt'])
      .where('id', '=', musterId),
  )
  if (!facts) throw new Error('A roll call was read and is not there')
  const people = await peopleOf(sql, musterId)
  const counts = await rowsOf(
    sql,
    tables
      .selectFrom('muster_count')
      .select(['event_key as id', 'point_key as point', 'heads', 'account_id as byId', 'user_name as by'])
      .select(['at', 'recorded_at as recordedAt'])
      .where('muster_id', '=', musterId)
      .orderBy('at')
      .orderBy('event_key'),
  )
  return {
    musterId,
    closedAt: facts.closedAt,
    people: z.parse(z.array(rollPerson), people),
    words: await wordsOf(sql, musterId),
    hints: await hintsOf(sql, people, {
      tenantId: facts.tenantId,
      from: facts.startedAt,
      to: facts.closedAt ?? Date.now(),
    }),
    counts: z.parse(z.array(headCount), counts),
  }
}

interface During {
  tenantId: number
  from: number
  to: number
}

interface Seen {
  id: number
  source: HintSource
  where: string | null
  at: number | null
}

/** What punches, doors and devices of the people say of the time since the start. */
async function hintsOf(
  sql: Sql,
  people: readonly { key: string; knownBy: readonly string[] }[],
  during: During,
): Promise<Hint[]> {
  const owners = (kind: string) => {
    const found = new Map<number, string[]>()
    for (const { key, knownBy } of people)
      for (const each of knownBy)
        if (each.startsWith(`${kind}:`)) {
          const id = Number(each.slice(kind.length + 1))
          found.set(id, [...(found.get(id) ?? []), key])
        }
    return found
  }
  const [workers, devices] = [owners('worker'), owners('device')]
  const hints = (seen: readonly Seen[], of: ReadonlyMap<number, readonly string[]>): Hint[] =>
    seen.flatMap(({ id, source, where, at }) =>
      at === null || at <= during.from || at > during.to
        ? []
        : (of.get(id) ?? []).map(person => ({
            ...{ id: `${source} ${id} ${at}`, person, means: 'sensor', source, where, at },
          })),
    )
  const workerIds = [...workers.keys()]
  const seenWorkers =
    workerIds.length === 0
      ? []
      : [...(await punchesOf(sql, workerIds, during)), ...(await doorsOf(sql, workerIds, during))]
  return [
    ...hints(seenWorkers, workers),
    ...hints(devices.size === 0 ? [] : await placesOf(sql, [...devices.keys()]), devices),
  ]
}

async function punchesOf(sql: Sql, workerIds: readonly number[], { tenantId, from, to }: During) {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('punch')
      .distinctOn('worker_id')
      .select(['worker_id as id', 'place as where', 'at'])
      .where('tenant_id', '=', tenantId)
      .where('worker_id', 'in', workerIds)
      .where('removed_at', 'is', null)
      .where('at', '>', from)
      .where('at', '<=', to)
      .orderBy('worker_id')
      .orderBy('at', 'desc'),
  )
  return rows.map((row): Seen => ({ ...row, source: 'punch' }))
}

async function doorsOf(sql: Sql, workerIds: readonly number[], { tenantId, from, to }: During) {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('door_event as e')
      .innerJoin('door_card as c', 'c.card_info', 'e.card_info')
      .innerJoin('worker as w', join => join.on(raw<boolean>`c.id = any(w.card_ids)`))
      .distinctOn('w.id')
      .select(['w.id', 'e.device_name as where', 'e.at'])
      .where('e.tenant_id', '=', tenantId)
      .where('c.tenant_id', '=', tenantId)
      .where('w.id', 'in', workerIds)
      .where('e.kind', '=', 'cardOpened')
      .where('e.at', '>', from)
      .where('e.at', '<=', to)
      .orderBy('w.id')
      .orderBy('e.at', 'desc'),
  )
  return rows.map((row): Seen => ({ ...row, source: 'door' }))
}

/** The last place of each device: its floor, the fence around it, or only that it has told one. */
async function placesOf(sql: Sql, deviceIds: readonly number[]): Promise<Seen[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('device_state as s')
      .leftJoin('drawing as g', 'g.id', 's.drawing_id')
      .select([
        's.device_id as id',
        'g.name as floor',
        's.indoor_at as indoorAt',
        's.position_at as positionAt',
      ])
      .select(({ selectFrom }) =>
        selectFrom('fence_side as x')
          .innerJoin('fence as f', 'f.id', 'x.fence_id')
          .select('f.name')
          .whereRef('x.device_id', '=', 's.device_id')
          .where('x.inside', '=', true)
          .where('f.removed_at', 'is', null)
          .orderBy('x.since', 'desc')
          .limit(1)
          .as('fence'),
      )
      .where('s.device_id', 'in', deviceIds),
  )
  return rows.flatMap(({ id, floor, indoorAt, fence, positionAt }): Seen[] => [
    { id, source: 'floor', where: floor, at: indoorAt },
    { id, source: fence === null ? 'position' : 'fence', where: fence, at: positionAt },
  ])
}
