// Takes in what a door says it has shown: each play once, believed only where it can be true, and counted in the same transaction.

import { LONGEST_ADVERT_MS } from '../../../src/domain/advert/advertisement.ts'
import { beganAt, type ClaimedPlay, faultOf, OLDEST_PLAY_MS } from '../../../src/domain/advert/play.ts'
import { dayIn } from '../../../src/domain/site/calendar-day.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'

interface Door {
  id: number
  tenantId: number
}

export interface TakenPlays {
  stored: string[]
  refused: { playId: string; why: string }[]
}

/** The door's batches come one after the other: what lies next to a play is known when it is judged. */
export async function takePlays(
  sql: Sql,
  door: Door,
  plays: readonly ClaimedPlay[],
  now: number,
): Promise<TakenPlays> {
  await sql.change('select pg_advisory_xact_lock($1, $2)', [LOCK, door.id % 2_147_483_647])
  const taken: TakenPlays = { stored: [], refused: [] }
  const known = new Set(
    (
      await rowsOf(
        sql,
        tables
          .selectFrom('advert_play')
          .select('play_id as playId')
          .where('device_id', '=', door.id)
          .where(
            'play_id',
            'in',
            plays.map(({ playId }) => playId),
          ),
      )
    ).map(({ playId }) => playId),
  )
  for (const play of plays) {
    const { playId } = play
    const why = known.has(playId) ? undefined : await takeOne(sql, door, play, now)
    if (why === undefined) {
      known.add(playId)
      taken.stored.push(playId)
    } else taken.refused.push({ playId, why })
  }
  return taken
}
const LOCK = 4_164

async function takeOne(sql: Sql, door: Door, play: ClaimedPlay, now: number): Promise<string | undefined> {
  const why = faultOf(play, await groundOf(sql, door, play, now))
  if (why !== undefined) return why
  await store(sql, door, play, now)
  return undefined
}

async function groundOf(sql: Sql, { id, tenantId }: Door, play: ClaimedPlay, now: number) {
  const at = beganAt(play)
  const given = await firstOf(
    sql,
    tables
      .selectFrom('advert_delivery as x')
      .innerJoin('advert_video as v', 'v.tenant_id', 'x.tenant_id')
      .select(({ fn }) => [fn.min('x.created_at').as('givenAt'), fn.max('v.ms').as('ms')])
      .where('x.tenant_id', '=', tenantId)
      .where('x.device_id', '=', id)
      .where('x.advertisement_id', '=', play.advertId)
      .where('v.sha256', '=', play.sha256),
  )
  const near = await rowsOf(
    sql,
    tables
      .selectFrom('advert_play')
      .select(['started_at as startedAt', 'ms'])
      .where('device_id', '=', id)
      .where('started_at', '>', at - 2 * LONGEST_ADVERT_MS)
      .where('started_at', '<', at + play.ms),
  )
  const boot = await firstOf(
    sql,
    tables
      .selectFrom('advert_play')
      .select(({ fn, eb }) => [
        fn.min('started_at').as('firstAt'),
        fn.max(eb('started_at', '+', eb.ref('ms'))).as('lastEnd'),
        fn.sum('ms').as('ms'),
      ])
      .where('device_id', '=', id)
      .where('boot_id', '=', play.bootId)
      .where('started_at', '>', now - OLDEST_PLAY_MS),
  )
  return {
    now,
    near,
    videoMs: given?.ms ?? undefined,
    givenAt: Number(given?.givenAt ?? 0),
    boot:
      boot?.firstAt == null
        ? undefined
        : { firstAt: Number(boot.firstAt), lastEnd: Number(boot.lastEnd), ms: Number(boot.ms) },
  }
}

async function store(sql: Sql, { id, tenantId }: Door, play: ClaimedPlay, now: number): Promise<void> {
  const at = beganAt(play)
  const added = await sql.change(
    `insert into advert_play (tenant_id, device_id, play_id, boot_id, seq, advertisement_id, sha256, started_at, ms, complete,
       clock_offset, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (device_id, play_id) do nothing`,
    [
      ...[tenantId, id, play.playId, play.bootId, play.seq, play.advertId, play.sha256, at],
      ...[play.ms, play.complete, play.clockOffset, now],
    ],
  )
  if (added === 0) return
  const tenant = await firstOf(sql, tables.selectFrom('tenant').select('zone').where('id', '=', tenantId))
  await sql.change(
    `insert into advert_figure as f (tenant_id, created_at, updated_at, day, advertisement_id, device_id, advertisement_name,
       client, device_name, department_id, plays, complete, cut, ms)
     select a.tenant_id, $1::bigint, $1::bigint, $2::date, a.id, d.id, a.name, a.client, d.name, d.department_id, 1, $3::int, $4::int, $5::bigint
     from advertisement a, device d where a.id = $6 and d.id = $7
     on conflict (device_id, advertisement_id, day) do update set plays = f.plays + 1, complete = f.complete + excluded.complete,
       cut = f.cut + excluded.cut, ms = f.ms + excluded.ms, updated_at = excluded.updated_at, version = f.version + 1`,
    [
      now,
      dayIn(tenant?.zone ?? 'UTC', at),
      play.complete ? 1 : 0,
      play.complete ? 0 : 1,
      play.ms,
      play.advertId,
      id,
    ],
  )
}
