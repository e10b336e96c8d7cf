// What is there of an organisation: counted anew each time, so that no step is done because somebody said so.
import * as z from 'zod/mini'
import type { setupFacts } from '../../../src/contract/endpoints/setup.ts'
import { ownScenarios } from '../../../src/domain/navigation/scenario-menus.ts'
import { setupStep } from '../../../src/domain/setup/guide.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Person } from '../../person.ts'

type Facts = z.output<typeof setupFacts.response>
/** What the database knows; the rest is the installation's. */
export type CountedFacts = Omit<Facts, 'backup' | 'broker'>
export type SetupPerson = Pick<Person, 'accountId' | 'tenantId' | 'tenantName' | 'tenantZone' | 'platform'>

const scenarioList = z.nullable(z.array(z.enum(ownScenarios)))
const stepList = z.array(setupStep)

/** A platform's own people set the whole installation up; everybody else the own tenant. */
export async function countFacts(sql: Sql, person: SetupPerson, now: number): Promise<CountedFacts> {
  const { platform, tenantId } = person
  const own = await firstOf(
    sql,
    tables
      .selectFrom('tenant as t')
      .leftJoin('tenant_setup as s', 's.tenant_id', 't.id')
      .select(['t.name', 't.scenarios', 's.skipped', 's.put_away_at as putAwayAt'])
      .where('t.id', '=', tenantId),
  )
  return {
    name: own?.name ?? person.tenantName,
    zone: person.tenantZone,
    platform,
    scenarios: z.parse(scenarioList, own?.scenarios ?? null),
    skipped: z.parse(stepList, own?.skipped ?? []),
    putAwayAt: own?.putAwayAt ?? null,
    ...(await countRows(sql, person, now)),
    heard: await heardLast(sql, person),
    trial: await lastTrial(sql, person),
    ...(await ownProofs(sql, person, now)),
  }
}

async function countRows(sql: Sql, { platform, tenantId }: SetupPerson, now: number) {
  const within = platform ? undefined : tenantId
  const counts = await firstOf(
    sql,
    tables.selectNoFrom(eb => [
      eb
        .selectFrom('account as a')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('a.removed_at', 'is', null)
        .where('a.status', '=', 'enabled')
        .where('a.visitor', '=', false)
        .$if(within !== undefined, query => query.where('a.tenant_id', '=', within ?? 0))
        .as('people'),
      eb
        .selectFrom('invitation as i')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('i.used_at', 'is', null)
        .where('i.withdrawn_at', 'is', null)
        .where('i.expires_at', '>', now)
        .where('i.tenant_id', '=', tenantId)
        .as('invited'),
      eb
        .selectFrom('device as d')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('d.removed_at', 'is', null)
        .$if(within !== undefined, query => query.where('d.tenant_id', '=', within ?? 0))
        .as('devices'),
      eb
        .selectFrom('device as d')
        .leftJoin('device_state as s', 's.device_id', 'd.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('d.removed_at', 'is', null)
        .where(({ or, eb: where }) =>
          or([
            where('d.latitude', 'is not', null),
            where('s.latitude', 'is not', null),
            where('s.indoor_x', 'is not', null),
          ]),
        )
        .$if(within !== undefined, query => query.where('d.tenant_id', '=', within ?? 0))
        .as('placed'),
      eb
        .selectFrom('fence as f')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('f.removed_at', 'is', null)
        .$if(within !== undefined, query => query.where('f.tenant_id', '=', within ?? 0))
        .as('fences'),
      eb
        .selectFrom('alarm_rule as r')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('r.removed_at', 'is', null)
        .where('r.enabled', '=', true)
        .$if(within !== undefined, query => query.where('r.tenant_id', '=', within ?? 0))
        .as('rules'),
    ]),
  )
  const { people, invited, devices, placed, fences, rules } = counts ?? {}
  return {
    people: people ?? 0,
    invited: invited ?? 0,
    devices: devices ?? 0,
    placed: placed ?? 0,
    fences: fences ?? 0,
    rules: rules ?? 0,
  }
}

async function heardLast(sql: Sql, { platform, tenantId }: SetupPerson): Promise<Facts['heard']> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('device_state as s')
      .innerJoin('device as d', 'd.id', 's.device_id')
      .select(['d.id', 'd.imei', 'd.name', 's.last_message_at as at'])
      .where('d.removed_at', 'is', null)
      .where('s.last_message_at', 'is not', null)
      .$if(!platform, query => query.where('d.tenant_id', '=', tenantId))
      .orderBy('s.last_message_at', 'desc')
      .limit(1),
  )
  return row && row.at !== null ? { ...row, at: row.at } : null
}

async function lastTrial(sql: Sql, { platform, tenantId }: SetupPerson): Promise<Facts['trial']> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('alarm as a')
      .select(['a.id', 'a.device_name as deviceName', 'a.raised_at as raisedAt'])
      .select(['a.acknowledged_by as acknowledgedBy', 'a.acknowledged_at as acknowledgedAt'])
      .select(({ selectFrom }) => [
        selectFrom('notice as n')
          .select(({ fn }) => fn.count<number>('n.account_id').distinct().as('n'))
          .where('n.subject', '=', 'alarm')
          .whereRef('n.subject_id', '=', 'a.id')
          .whereRef('n.tenant_id', '=', 'a.tenant_id')
          .as('told'),
        selectFrom('push_delivery as p')
          .select(({ fn }) => fn.count<number>('p.account_id').distinct().as('n'))
          .where('p.about', '=', 'sos')
          .whereRef('p.subject_id', '=', 'a.id')
          .whereRef('p.tenant_id', '=', 'a.tenant_id')
          .as('pushed'),
        selectFrom('push_delivery as p')
          .select(({ fn }) => fn.count<number>('p.subscription_id').distinct().as('n'))
          .where('p.about', '=', 'sos')
          .where('p.shown_at', 'is not', null)
          .whereRef('p.subject_id', '=', 'a.id')
          .whereRef('p.tenant_id', '=', 'a.tenant_id')
          .as('shown'),
      ])
      .where('a.trial', '=', true)
      .where('a.removed_at', 'is', null)
      .$if(!platform, query => query.where('a.tenant_id', '=', tenantId))
      .orderBy('a.raised_at', 'desc')
      .limit(1),
  )
  return row ? { ...row, told: row.told ?? 0, pushed: row.pushed ?? 0, shown: row.shown ?? 0 } : null
}

/** Of the person who asks, on whatever device. */
async function ownProofs(sql: Sql, { accountId }: SetupPerson, now: number) {
  const heard = await firstOf(
    sql,
    tables.selectFrom('setup_heard').select('at').where('account_id', '=', accountId),
  )
  const push = await firstOf(
    sql,
    tables
      .selectFrom('push_subscription')
      .select(({ fn }) => [
        fn.countAll<number>().as('browsers'),
        fn.max<number | null>('last_proven_at').as('provenAt'),
      ])
      .where('account_id', '=', accountId)
      .where('expires_at', '>', now),
  )
  return {
    soundHeardAt: heard?.at ?? null,
    push: { browsers: push?.browsers ?? 0, provenAt: push?.provenAt ?? null },
  }
}
