// The card of an alarm: which version it goes by, pinned by the first tick, and what people said of its steps.
import * as z from 'zod/mini'
import { type AlarmType, alarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { cardFor, type NearPlace, placesOf } from '../../../src/domain/response/card-choice.ts'
import { cardStep } from '../../../src/domain/response/response-card.ts'
import {
  type ResponseRun,
  type RunStep,
  runEvent,
  runStep,
} from '../../../src/domain/response/response-run.ts'
import { shippedCardOf } from '../../../src/domain/response/shipped-cards.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Row } from '../../entity/table.ts'

const alarmFacts = z.object({
  id: z.int(),
  type: alarmType,
  departmentId: z.optional(z.nullable(z.int())),
  deviceId: z.int(),
  createdAt: z.int(),
})

/** What an alarm goes by, before and after somebody has begun. */
export interface RunCard {
  versionId: number | null
  versionNumber: number | null
  steps: RunStep[]
}

export interface KeptRun extends RunCard {
  /** Undefined as long as nobody has said anything of it. */
  runId: number | undefined
}

/** The run of an alarm; undefined where there is no card for it. */
export async function runOf(sql: Sql, row: Row, tenantId: number): Promise<KeptRun | undefined> {
  const alarm = z.parse(alarmFacts, row)
  const kept = await firstOf(
    sql,
    tables
      .selectFrom('response_run as r')
      .leftJoin('response_card_version as v', 'v.id', 'r.version_id')
      .select(['r.id', 'r.version_id', 'r.steps', 'v.number'])
      .where('r.alarm_id', '=', alarm.id),
  )
  if (kept)
    return {
      runId: kept.id,
      versionId: kept.version_id,
      versionNumber: kept.number,
      steps: z.parse(z.array(runStep), kept.steps),
    }
  const card = await cardAt(sql, alarm, tenantId)
  return card && { ...card, runId: undefined }
}

/** The card that held when the alarm came: what is written later is for later alarms. */
async function cardAt(
  sql: Sql,
  alarm: z.output<typeof alarmFacts>,
  tenantId: number,
): Promise<RunCard | undefined> {
  const versions = await rowsOf(
    sql,
    tables
      .selectFrom('response_card as c')
      .innerJoin('response_card_version as v', 'v.card_id', 'c.id')
      .select(['c.department_id', 'c.community_id', 'v.id', 'v.number', 'v.steps'])
      .where('c.tenant_id', '=', tenantId)
      .where('c.type', '=', alarm.type)
      .where('v.created_at', '<=', alarm.createdAt)
      .where(({ eb, or }) => or([eb('c.removed_at', 'is', null), eb('c.removed_at', '>', alarm.createdAt)]))
      .orderBy('v.created_at', 'desc')
      .orderBy('v.id', 'desc'),
  )
  const chosen = cardFor(
    versions.map(({ department_id, community_id, ...version }) => ({
      ...version,
      type: alarm.type,
      departmentId: department_id,
      communityId: community_id,
    })),
    { type: alarm.type, places: await placesOfAlarm(sql, alarm, tenantId) },
  )
  return chosen
    ? {
        versionId: chosen.id,
        versionNumber: chosen.number,
        steps: z.parse(z.array(cardStep), chosen.steps),
      }
    : shippedRun(alarm.type)
}

function shippedRun(type: AlarmType): RunCard | undefined {
  const steps = shippedCardOf(type)
  return (
    steps && {
      versionId: null,
      versionNumber: null,
      steps: steps.map(step => ({ ...step, text: null })),
    }
  )
}

async function placesOfAlarm(
  sql: Sql,
  { departmentId, deviceId }: Pick<z.output<typeof alarmFacts>, 'departmentId' | 'deviceId'>,
  tenantId: number,
): Promise<NearPlace[]> {
  const community = await communityOf(sql, deviceId, tenantId)
  return placesOf(await departmentsOf(sql, departmentId ?? null), community)
}

/** The community that a device is in: of its room, else the one that it is said to be in by name. */
async function communityOf(sql: Sql, deviceId: number, tenantId: number) {
  const found = await rowsOf(
    sql,
    tables
      .selectFrom('device as d')
      .leftJoin('room as r', join => join.onRef('r.id', '=', 'd.room_id').on('r.removed_at', 'is', null))
      .innerJoin('community as c', join =>
        join.on(({ eb, or, and, fn, ref }) =>
          or([
            eb('c.id', '=', ref('r.community_id')),
            and([
              eb('r.id', 'is', null),
              eb(fn('lower', ['c.name']), '=', fn('lower', [fn('trim', ['d.community'])])),
            ]),
          ]),
        ),
      )
      .select(['c.id', 'c.department_id as departmentId'])
      .where('d.id', '=', deviceId)
      .where('d.tenant_id', '=', tenantId)
      .where('c.tenant_id', '=', tenantId)
      .where('c.removed_at', 'is', null)
      .limit(2),
  )
  // Of two with one name, neither is meant for certain.
  return found.length === 1 ? found[0] : undefined
}

/** A department and all above it, the nearest first. */
async function departmentsOf(sql: Sql, departmentId: number | null): Promise<number[]> {
  if (departmentId === null) return []
  const rows = await rowsOf(
    sql,
    tables
      .withRecursive('up', db =>
        db
          .selectFrom('department')
          .select(['id', 'parent_id', ({ lit }) => lit(0).as('depth')])
          .where('id', '=', departmentId)
          .unionAll(
            db
              .selectFrom('department as d')
              .innerJoin('up', 'up.parent_id', 'd.id')
              .select(['d.id', 'd.parent_id', ({ eb, lit }) => eb('up.depth', '+', lit(1)).as('depth')])
              .where('up.depth', '<', 50),
          ),
      )
      .selectFrom('up')
      .select('id')
      .orderBy('depth'),
  )
  return rows.map(({ id }) => id)
}

/** What was said of a run, for who shows it. */
export async function readRun(sql: Sql, row: Row, tenantId: number): Promise<ResponseRun | null> {
  const run = await runOf(sql, row, tenantId)
  if (!run) return null
  const { versionNumber, steps, runId } = run
  const said =
    runId === undefined
      ? []
      : await rowsOf(
          sql,
          tables
            .selectFrom('response_event')
            .select(['event_key as event', 'step', 'does', 'reason', 'at', 'user_name as userName'])
            .where('run_id', '=', runId)
            .orderBy('at')
            .orderBy('event_key'),
        )
  return { alarmId: row.id, versionNumber, steps, events: z.parse(z.array(runEvent), said) }
}
