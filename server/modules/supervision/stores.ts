// How monitored persons and what is kept about them are stored.
import { isKey } from '../../../src/domain/keys.ts'
import { stateAfter } from '../../../src/domain/supervision/incident-step.ts'
import { confidential, monitoredPerson } from '../../../src/domain/supervision/monitored-person.ts'
import {
  authorisation,
  incident,
  supervisionCondition,
  supervisionPermit,
  wearing,
} from '../../../src/domain/supervision/records.ts'
import type { Bus } from '../../bus.ts'
import { holdRows } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, snake, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { noteStep } from './incident-rows.ts'
import { bindFence, handOver, takeOff } from './wearing.ts'

const DEPARTMENT = '(select p.department_id from monitored_person p where p.id = t.person_id)'
const PERSON = '(select p.name from monitored_person p where p.id = t.person_id)'

/** Field names to columns, of what is told to nobody without a reason. */
export const confidentialColumns = Object.fromEntries(
  Object.keys(confidential).map(field => [field, snake(field)]),
)

export function supervisionStores(bus: Bus): Store[] {
  return [personStore(bus), wearingStore, authorisationStore, conditionStore, permitStore, incidentStore]
}

const become =
  (state: string) =>
  async ({ context: { sql }, row }: Commanding) => {
    await sql.change(
      'update monitored_person set state = $2, version = version + 1, updated_at = $3 where id = $1',
      [row.id, state, Date.now()],
    )
  }

/** Supervision begins and goes on with an authorisation that is in force; nobody decides that here. */
const beginWith = (state: string) => async (commanding: Commanding) => {
  const { context, row } = commanding
  // Days are those of the tenant.
  const inForce = await context.sql.query(
    `select from authorisation a join tenant n on n.id = a.tenant_id where a.person_id = $1 and a.removed_at is null
       and (now() at time zone n.zone)::date between a.valid_from and a.valid_until`,
    [row.id],
  )
  if (inForce.length === 0) throw new Refused('supervision.unauthorised')
  await become(state)({ ...commanding, context })
}

/** Who is no longer supervised wears nothing of ours. */
const finish = (state: string, bus: Bus) => async (commanding: Commanding) => {
  await takeOff(commanding, bus)
  await become(state)(commanding)
}

const personStore = (bus: Bus): Store => ({
  entity: monitoredPerson,
  table: {
    name: 'monitored_person',
    joins: `left join lateral (select w.device_id, w.worn_from, d.name, d.imei, s.state, s.battery, s.foot_ring,
        s.last_message_at, s.position_at
      from wearing w join device d on d.id = w.device_id join device_state s on s.device_id = d.id
      where w.person_id = t.id and w.worn_until is null) worn on true`,
    columns: {
      tenantName: TENANT_NAME,
      maskedIdNumber: `case when t.id_number <> '' then left(t.id_number, 3) || '*************' || right(t.id_number, 2) end`,
      maskedPhone: `case when t.phone <> '' then left(t.phone, 3) || '****' || right(t.phone, 4) end`,
      deviceId: 'worn.device_id',
      deviceName: 'worn.name',
      imei: 'worn.imei',
      wornSince: 'worn.worn_from',
      online: `case when worn.device_id is not null then worn.state <> 'offline' and worn.state <> 'notActivated' end`,
      battery: 'worn.battery',
      footRing: 'worn.foot_ring',
      strap: `case when worn.device_id is null then 'none' when worn.foot_ring = 'loose' then 'loose'
        when worn.foot_ring = 'tight' and worn.state not in ('offline', 'notActivated') then 'tight' else 'unknown' end`,
      lastMessageAt: 'worn.last_message_at',
      positionAt: 'worn.position_at',
      authorisedUntil: `(select max(a.valid_until) from authorisation a where a.person_id = t.id and a.removed_at is null)`,
      openIncidents: `(select count(*)::int from incident i where i.person_id = t.id and i.state <> 'closed')`,
      dueAt: `(select min(i.due_at) from incident i where i.person_id = t.id and i.state <> 'closed')`,
    },
    order: { level: `array_position(array['severe', 'moderate', 'mild'], t.level)` },
    unique: {
      monitored_person_id_number: 'idNumber',
      wearing_device: 'input.deviceId',
      wearing_person: 'input.deviceId',
    },
    forgettable: Object.keys(confidential),
    beforeSave: async ({ input, before }) => {
      // What is confidential is corrected by who may read it, never by a form that does not show it.
      if (before)
        for (const field of Object.keys(confidential))
          if (input[field] !== undefined) throw new Refused('forbidden', { field })
      const whole = { ...before, ...input }
      if (String(whole.endOn) < String(whole.startOn))
        throw new Refused('field.periodOrder', { field: 'endOn' })
      return undefined
    },
    commands: {
      begin: beginWith('supervised'),
      resume: beginWith('supervised'),
      suspend: become('suspended'),
      end: finish('ended', bus),
      transfer: finish('transferred', bus),
      wear: commanding => handOver(commanding, bus),
      takeOff: commanding => takeOff(commanding, bus),
      checkIn: async ({ context: { sql }, row, at }) => {
        await sql.change(
          'update monitored_person set last_check_in_at = greatest(last_check_in_at, $2) where id = $1',
          [row.id, at],
        )
      },
      correct: async ({ context: { sql }, row, input }) => {
        const given = Object.entries(input).filter(
          ([field, value]) => isKey(confidential, field) && value !== undefined,
        )
        if (given.length === 0) return
        const sets = given.map(([field], at) => `${snake(field)} = $${at + 3}`)
        await sql.change(
          `update monitored_person set ${sets.join(', ')}, version = version + 1, updated_at = $2 where id = $1`,
          [row.id, Date.now(), ...given.map(([, value]) => value)],
        )
      },
    },
  },
})

const wearingStore: Store = {
  entity: wearing,
  table: {
    name: 'wearing',
    department: DEPARTMENT,
    columns: {
      personName: PERSON,
      deviceName: '(select d.name from device d where d.id = t.device_id)',
      imei: '(select d.imei from device d where d.id = t.device_id)',
    },
  },
}

const authorisationStore: Store = {
  entity: authorisation,
  table: {
    name: 'authorisation',
    department: DEPARTMENT,
    columns: { personName: PERSON },
    unique: { authorisation_person: 'validFrom' },
    beforeSave: async saving => {
      // What was approved stays as it was approved.
      if (saving.before) throw new Refused('state.transition')
      await refuseUnseenPerson(saving)
      const { validFrom, validUntil } = saving.input
      if (String(validUntil) < String(validFrom))
        throw new Refused('field.periodOrder', { field: 'validUntil' })
      return { entered_by: saving.context.person.name }
    },
  },
}

const AT_A_FENCE = new Set(['curfew', 'inclusion', 'exclusion'])

const conditionStore: Store = {
  entity: supervisionCondition,
  table: {
    name: 'supervision_condition',
    department: DEPARTMENT,
    columns: { personName: PERSON, days: 'to_json(t.days)' },
    beforeSave: async saving => {
      await refuseUnseenPerson(saving)
      const { kind, fenceId, fromMinute, untilMinute, minBattery } = { ...saving.before, ...saving.input }
      const missing = (field: string) => new Refused('field.required', { field })
      const none = (value: unknown) => value === undefined || value === null
      if (AT_A_FENCE.has(String(kind)) && none(fenceId)) throw missing('fenceId')
      if (kind === 'curfew' && none(fromMinute)) throw missing('fromMinute')
      if ((kind === 'curfew' || kind === 'checkIn') && none(untilMinute)) throw missing('untilMinute')
      if (kind !== 'checkIn' && none(fromMinute) !== none(untilMinute))
        throw missing(none(fromMinute) ? 'fromMinute' : 'untilMinute')
      if (kind === 'charging' && none(minBattery)) throw missing('minBattery')
      return undefined
    },
    afterSave: async ({ context: { sql }, input, before, tenantId }) => {
      const { personId, fenceId } = { ...before, ...input }
      if (typeof fenceId === 'number' && typeof personId === 'number')
        await bindFence(sql, { tenantId, personId, fenceIds: [fenceId] })
    },
  },
}

const permitStore: Store = {
  entity: supervisionPermit,
  table: {
    name: 'supervision_permit',
    department: DEPARTMENT,
    columns: { personName: PERSON, conditionIds: 'to_json(t.condition_ids)' },
    beforeSave: async saving => {
      await refuseUnseenPerson(saving)
      const { personId, conditionIds, startsAt, endsAt } = { ...saving.before, ...saving.input }
      if (Number(endsAt) <= Number(startsAt)) throw new Refused('field.periodOrder', { field: 'endsAt' })
      const wanted = Array.isArray(conditionIds) ? conditionIds : []
      const own = await saving.context.sql.query(
        'select id from supervision_condition where person_id = $1 and id = any($2::bigint[]) and removed_at is null',
        [personId, wanted],
      )
      if (own.length !== wanted.length) throw new Refused('field.reference', { field: 'conditionIds' })
      return { given_by: saving.context.person.name }
    },
  },
}

/** The person of a record is one whom the person at the console may see, and a record never moves to another. */
async function refuseUnseenPerson({ context, input, before, tenantId }: Saving): Promise<void> {
  const { personId } = input
  if (personId === undefined) return
  const held = context.person.departments
  const seen =
    before && before.personId !== personId
      ? []
      : await context.sql.query(
          `select id from monitored_person where id = $1 and tenant_id = $2 and removed_at is null
             and ($3::bigint[] is null or department_id = any($3::bigint[]))`,
          [personId, tenantId, held === null ? null : [...held]],
        )
  if (seen.length === 0) throw new Refused('field.reference', { field: 'personId' })
  await holdRows(context.sql, 'monitored_person', [personId], tenantId)
}

const incidentStore: Store = {
  entity: incident,
  table: {
    name: 'incident',
    columns: {
      personName: PERSON,
      imei: '(select d.imei from device d where d.id = t.device_id)',
    },
    order: {
      state: `array_position(array['open', 'acknowledged', 'contacted', 'dispatched', 'closed'], t.state)`,
      level: `array_position(array['severe', 'moderate', 'mild'], t.level)`,
    },
    changedBy: 'handledBy',
    commands: {
      // Whoever was second, or whose phone tells of it late, has seen what somebody has seen.
      acknowledge: async commanding => {
        if (commanding.row.state === 'open') await noteStep(commanding, stateAfter('acknowledge'))
      },
      contact: commanding => noteStep(commanding, stateAfter('contact')),
      dispatch: commanding => noteStep(commanding, stateAfter('dispatch')),
      close: commanding => noteStep(commanding, stateAfter('close')),
    },
  },
}
