// Alarms: reading, acknowledging, taking, assigning, escalating, handling. Each step leaves a line in the timeline with
// the time it was done and the time the server learnt of it.
import { type AlarmEvent, alarm } from '../../../src/domain/alarm/alarm.ts'
import {
  type AlarmHold,
  type AlarmVerb,
  alarmStatus,
  refusalOfStep,
  stepAlarm,
} from '../../../src/domain/alarm/alarm-step.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { readAlarms } from './alarm-rows.ts'
import { escalationNotifications } from './escalation.ts'
import { addEvents } from './events.ts'
import { notifyOf, sendOut } from './notify.ts'
import { atPlaces } from './places.ts'
import { createReceivers } from './receivers.ts'
import { clockOf, NO_CLOCK } from './rule-clock.ts'
import { settleNotices } from './settle-notices.ts'

const SEVERITIES = `array['info', 'attention', 'warning', 'critical']`
/** An SOS that nobody has handled stands above all else, first the ones that nobody has. As in `alarm-order.ts`. */
const GRAVITY = `case when t.type = 'sos' and t.status = 'open' then 6 when t.type = 'sos' and t.status = 'taken' then 5
  else array_position(${SEVERITIES}, t.severity) end`
const URGENCY = `case when t.type = 'sos' and t.status = 'open' then 3 when t.type = 'sos' and t.status = 'taken' then 2
  when t.severity = 'critical' and t.status = 'open' then 1 else 0 end`
const STATUSES = `array['open', 'taken', 'handled']`

/** What stands above alarms and takes part in them. */
export interface AlarmPorts {
  /** Takes what was said of a step of the alarm's response card. */
  respond(commanding: Commanding): Promise<void>
}

export function alarmStore(bus: Bus, { respond }: AlarmPorts): Store {
  return {
    entity: alarm,
    table: {
      name: 'alarm',
      order: {
        severity: GRAVITY,
        urgency: URGENCY,
        status: `array_position(${STATUSES}, t.status)`,
      },
      afterChange: async ({ context, id, tenantId }) => {
        context.sql.afterCommit(() => bus.emit('alarm.changed', { ids: [id], tenantId }))
      },
      // The fence keeps the name it had then.
      columns: { onTest: 't.on_test', fenceName: 't.fence_name', zoneName: 't.zone_name' },
      // The words of its device, which are few: sought there.
      search: like => `t.words_key in (select w.key from alarm_words w where ${like('w.text')})`,
      contains: { place: atPlaces },
      commands: {
        read,
        acknowledge: plainly(bus, 'acknowledge', 'acknowledged'),
        comment,
        respond,
        assign: assign(bus),
        escalate: escalate(bus),
        take: plainly(bus, 'take', 'taken'),
        release: plainly(bus, 'release', 'released'),
        handle: handle(bus),
      },
    },
  }
}

/** A step cannot have been done before the alarm was raised, whatever a tablet's clock says. */
const momentOf = ({ at, row }: Commanding) => Math.max(at, Number(row.raisedAt))

async function note(
  commanding: Commanding,
  kind: AlarmEvent['kind'],
  text: string | null = null,
): Promise<void> {
  const { context, row, tenantId } = commanding
  const { accountId, name } = context.person
  await addEvents(
    context.sql,
    [
      {
        tenantId,
        alarmId: row.id,
        kind,
        at: momentOf(commanding),
        userId: accountId,
        userName: name,
        note: text,
      },
    ],
    Date.now(),
  )
}

async function holdOf({ context, row }: Commanding): Promise<AlarmHold> {
  const more = await context.sql.first<{ acknowledger: number | null }>(
    'select acknowledged_by_id as acknowledger from alarm where id = $1',
    [row.id],
  )
  return {
    status: alarmStatus.parse(row.status),
    owner: numberOrNull(row.takenById),
    assignee: numberOrNull(row.assignedToId),
    acknowledger: more?.acknowledger ?? null,
    escalation: Number(row.escalation),
  }
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

/** What the domain makes of the step; a refusal is thrown. */
async function judge(
  commanding: Commanding,
  verb: AlarmVerb,
  to?: number,
): Promise<{ before: AlarmHold; step: Exclude<ReturnType<typeof stepAlarm>, { is: 'refused' }> }> {
  const before = await holdOf(commanding)
  const step = stepAlarm(before, verb, commanding.context.person.accountId, to)
  if (step.is !== 'refused') return { before, step }
  const { id, params } = refusalOfStep(step.why, { takenBy: String(commanding.row.takenBy ?? '') })
  throw new Refused(id, params && { params: { ...params } })
}

/** Writes what a step has made of the alarm. `assignee` is the name of who it is assigned to now. */
async function become(
  commanding: Commanding,
  before: AlarmHold,
  now: AlarmHold,
  more: { assignee?: string; handled?: string } = {},
): Promise<void> {
  const { context, row } = commanding
  const { accountId, name } = context.person
  const at = momentOf(commanding)
  const sets = ['version = version + 1', 'updated_at = $2']
  const values: unknown[] = [row.id, Date.now()]
  const set = (column: string, value: unknown) => {
    values.push(value)
    sets.push(`${column} = $${values.length}`)
  }
  const isSeen = now.acknowledger !== null
  if (now.status !== before.status) set('status', now.status)
  if (now.owner !== before.owner) {
    set('taken_by', now.owner === null ? null : name)
    set('taken_by_id', now.owner)
    set('taken_at', now.owner === null ? null : at)
  }
  if (now.assignee !== before.assignee) {
    set('assigned_to', now.assignee === null ? null : (more.assignee ?? row.assignedTo))
    set('assigned_to_id', now.assignee)
  }
  if (now.acknowledger !== before.acknowledger) {
    set('acknowledged_by', isSeen ? name : null)
    set('acknowledged_by_id', now.acknowledger)
    set('acknowledged_at', isSeen ? at : null)
  }
  if (now.escalation !== before.escalation) set('escalation', now.escalation)
  // Seen: nobody is notified again. Given back or escalated: the rule's time begins anew.
  if (now.acknowledger !== before.acknowledger || (now.escalation !== before.escalation && !isSeen)) {
    const clock = isSeen ? NO_CLOCK : await clockOf(context.sql, row.id, now.escalation, Date.now())
    set('repeat_at', clock.repeatAt)
    set('escalate_at', clock.escalateAt)
  }
  if (more.handled !== undefined) {
    set('handled_by', name)
    set('handled_at', at)
    set('note', more.handled)
  }
  // Whoever acts on it has read it.
  if (accountId === now.acknowledger || accountId === now.owner || more.handled !== undefined)
    set('read', true)
  await context.sql.change(`update alarm set ${sets.join(', ')} where id = $1`, values)
}

async function read(commanding: Commanding): Promise<void> {
  const { context, row } = commanding
  if (row.read === true) return
  await context.sql.change(
    'update alarm set read = true, version = version + 1, updated_at = $2 where id = $1',
    [row.id, Date.now()],
  )
  await note(commanding, 'read')
}

/** A step that says nothing but who and when. */
const plainly = (bus: Bus, verb: AlarmVerb, kind: AlarmEvent['kind']) => async (commanding: Commanding) => {
  const { before, step } = await judge(commanding, verb)
  if (step.is === 'nothing') return
  // A colleague who has seen it too says so once.
  if (step.is === 'joins' && (await saidAlready(commanding, kind))) return
  if (step.is === 'done') await become(commanding, before, step.now)
  await note(commanding, kind)
  await settle(bus, commanding, before, step.is === 'done' ? step.now : before)
}

/** The lines of the message centre follow. */
async function settle(
  bus: Bus,
  { context, row }: Commanding,
  before: AlarmHold,
  now: AlarmHold,
): Promise<void> {
  const by = context.person.accountId
  const is = now.status === before.status && now.owner === before.owner ? 'acknowledged' : now.status
  await settleNotices(context.sql, bus, row.id, { is, by })
}

async function saidAlready({ context, row }: Commanding, kind: AlarmEvent['kind']): Promise<boolean> {
  const known = await context.sql.first(
    'select id from alarm_event where alarm_id = $1 and kind = $2 and user_id = $3',
    [row.id, kind, context.person.accountId],
  )
  return known !== undefined
}

async function comment(commanding: Commanding): Promise<void> {
  const { context, row, input } = commanding
  await judge(commanding, 'comment')
  await context.sql.change('update alarm set version = version + 1, updated_at = $2 where id = $1', [
    row.id,
    Date.now(),
  ])
  await note(commanding, 'commented', String(input.note))
}

const handle = (bus: Bus) => async (commanding: Commanding) => {
  const text = String(commanding.input.note)
  const { before, step } = await judge(commanding, 'handle')
  if (step.is === 'done') await become(commanding, before, step.now, { handled: text })
  await note(commanding, 'handled', text)
  await settleNotices(commanding.context.sql, bus, commanding.row.id, { is: 'handled' })
}

const audienceOfRow = ({ row, tenantId }: Commanding) => ({
  tenantId,
  departmentId: numberOrNull(row.departmentId),
})

/** To somebody who may handle it; told in their message centre and by push. */
const assign = (bus: Bus) => async (commanding: Commanding) => {
  const { context, input, row } = commanding
  const { sql, person } = context
  const userId = Number(input.userId)
  const { before, step } = await judge(commanding, 'assign', userId)
  const colleague = await sql.first<{ name: string }>(
    'select name from account where id = $1 and tenant_id = $2 and removed_at is null and not visitor',
    [userId, commanding.tenantId],
  )
  if (!colleague) throw new Refused('field.reference', { field: 'input.userId' })
  const able = await createReceivers(sql).of(audienceOfRow(commanding), 'alarm.handle')
  if (!able.includes(userId)) throw new Refused('field.choice', { field: 'input.userId' })
  if (step.is === 'done') await become(commanding, before, step.now, { assignee: colleague.name })
  await note(commanding, 'assigned', colleague.name)
  if (typeof input.note === 'string' && input.note.trim() !== '')
    await note(commanding, 'commented', input.note)
  if (userId === person.accountId) return
  const [stored] = await readAlarms(sql, [row.id])
  if (!stored) return
  const outgoing = await notifyOf(
    sql,
    [{ alarm: stored, why: 'assigned', people: [userId], channels: ['console', 'push'], quiet: true }],
    Date.now(),
  )
  sql.afterCommit(() => sendOut(bus, outgoing))
}

const escalate = (bus: Bus) => async (commanding: Commanding) => {
  const { context, input, row } = commanding
  const { before, step } = await judge(commanding, 'escalate')
  if (step.is !== 'done') return
  await become(commanding, before, step.now)
  await note(commanding, 'escalated', String(input.note))
  const outgoing = await escalationNotifications(context.sql, [row.id], Date.now())
  context.sql.afterCommit(() => sendOut(bus, outgoing))
}
