// How routes, points and rounds of patrols are stored. What a phone says of a point is added, never changed; the round is judged anew.
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import {
  MOST_POINTS,
  patrolPoint,
  patrolRound,
  patrolRoute,
  type RoundPoint,
  visitInput,
} from '../../../src/domain/duty/patrol.ts'
import { metresBetween } from '../../../src/domain/geo/geo.ts'
import { newLabelCode } from '../../../src/domain/label.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { judgeRound, makeRounds } from './rounds.ts'

const VISITS = `(select coalesce(json_agg(json_build_object('pointId', v.point_id, 'way', v.way, 'at', v.at,
    'receivedAt', v.received_at, 'userName', v.user_name, 'note', v.note, 'reading', v.reading, 'distance', v.distance,
    'proved', v.proved) order by v.at, v.id), '[]') from patrol_visit v where v.round_id = t.id)`

export function patrolStores(): Store[] {
  return [
    {
      entity: patrolRoute,
      table: {
        name: 'patrol_route',
        columns: {
          tenantName: TENANT_NAME,
          days: 'to_json(t.days)',
          starts: 'to_json(t.starts)',
          pointCount:
            '(select count(*) from patrol_point p where p.route_id = t.id and p.removed_at is null)',
          nextAt: `(select min(r.starts_at) from patrol_round r where r.route_id = t.id and r.state = 'planned')`,
        },
        unique: { patrol_route_name: 'name' },
        usedBy: [{ table: 'patrol_point', column: 'route_id' }],
        afterSave: ({ context, id, tenantId }) => makeAnew(context.sql, id, tenantId),
      },
    },
    {
      entity: patrolPoint,
      table: {
        name: 'patrol_point',
        columns: { tenantName: TENANT_NAME },
        unique: { patrol_point_label: 'labelCode' },
        beforeSave: checkPoint,
        afterSave: async ({ context, id, tenantId }) => {
          const point = await firstOf(
            context.sql,
            tables.selectFrom('patrol_point').select('route_id').where('id', '=', id),
          )
          if (point) await makeAnew(context.sql, point.route_id, tenantId)
        },
      },
    },
    {
      entity: patrolRound,
      table: {
        name: 'patrol_round',
        // What is to come stands behind what was, the soonest first.
        order: { startsAt: `case when t.state = 'planned' then -t.starts_at else t.starts_at end` },
        columns: {
          tenantName: TENANT_NAME,
          visits: VISITS,
          pointCount: 'jsonb_array_length(t.points)',
          walkers: `(select string_agg(distinct v.user_name, ', ') from patrol_visit v where v.round_id = t.id)`,
        },
        commands: { visit },
      },
    },
  ]
}

/** Rounds that nobody has begun are made anew by what the route says now. */
async function makeAnew(sql: Sql, routeId: number, tenantId: number): Promise<void> {
  const now = Date.now()
  await sql.change(
    `delete from patrol_round r where r.route_id = $1 and r.state = 'planned' and r.starts_at > $2
       and not exists (select from patrol_visit v where v.round_id = r.id)`,
    [routeId, now],
  )
  await makeRounds(sql, now, tenantId)
}

const place = z.object({
  routeId: z.optional(z.number()),
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
})

async function checkPoint({ context, input, before }: Saving): Promise<Record<string, unknown> | undefined> {
  const { routeId, latitude = null, longitude = null } = z.parse(place, { ...before, ...input })
  if ((latitude === null) !== (longitude === null))
    throw new Refused('field.required', { field: latitude === null ? 'latitude' : 'longitude' })
  if (before) return undefined
  const row = await firstOf(
    context.sql,
    tables
      .selectFrom('patrol_point')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('route_id', '=', routeId ?? 0)
      .where('removed_at', 'is', null),
  )
  if (Number(row?.n ?? 0) >= MOST_POINTS) throw new Refused('field.tooBig', { field: 'position' })
  return { label_code: newLabelCode(randomInt) }
}

async function visit({ context, row, tenantId, input }: Commanding): Promise<void> {
  const { sql, person } = context
  const said = z.parse(visitInput, input)
  const { points } = z.parse(z.pick(patrolRound.schema, { points: true }), row)
  const point = points.find(({ id }) => id === said.pointId)
  if (!point) throw new Refused('field.reference', { field: 'pointId' })
  if (said.way === 'reason' && !said.note?.trim()) throw new Refused('field.required', { field: 'note' })
  const now = Date.now()
  const distance = distanceTo(point, said)
  await sql.change(
    `insert into patrol_visit (tenant_id, round_id, point_id, way, at, received_at, account_id, user_name, note, reading,
       latitude, longitude, accuracy, distance, proved)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (round_id, point_id, way, at) do nothing`,
    [
      tenantId,
      row.id,
      said.pointId,
      said.way,
      Math.min(said.visitedAt, now),
      now,
      person.accountId,
      person.name,
      said.note?.trim() || null,
      said.reading ?? null,
      said.latitude ?? null,
      said.longitude ?? null,
      said.accuracy ?? null,
      distance,
      isProved(point, said, distance),
    ],
  )
  await judgeRound(sql, row.id, now)
}

type Said = z.output<typeof visitInput>

function distanceTo({ latitude, longitude }: RoundPoint, said: Said): number | null {
  if (latitude === null || longitude === null) return null
  if (said.latitude === undefined || said.longitude === undefined) return null
  return Math.round(
    metresBetween({ latitude, longitude }, { latitude: said.latitude, longitude: said.longitude }),
  )
}

/** What a person says by hand is believed, and shown as what it is. */
function isProved({ labelCode, radius }: RoundPoint, { way, code }: Said, distance: number | null): boolean {
  if (way === 'scan' || way === 'nfc') return code === labelCode
  return way === 'place' && distance !== null && distance <= radius
}
