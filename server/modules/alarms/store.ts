// Alarms: reading, taking, releasing, handling. Each step leaves a line in the timeline with the time it was done.
import {
  type AlarmEvent,
  type AlarmStatus,
  alarm,
  alarmMayStep,
  alarmStatus,
} from '../../../src/domain/alarm/alarm.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const SEVERITIES = `array['info', 'attention', 'warning', 'critical']`
const STATUSES = `array['open', 'taken', 'handled']`

export function alarmStore(bus: Bus): Store {
  return {
    entity: alarm,
    table: {
      name: 'alarm',
      order: {
        severity: `array_position(${SEVERITIES}, t.severity)`,
        status: `array_position(${STATUSES}, t.status)`,
      },
      afterChange: async ({ context, id, tenantId }) => {
        context.sql.afterCommit(() => bus.emit('alarm.changed', { ids: [id], tenantId }))
      },
      columns: { onTest: 't.test_id is not null' },
      commands: {
        read,
        take,
        release,
        handle,
        acknowledge: unavailable,
        comment: unavailable,
        assign: unavailable,
        escalate: unavailable,
      },
    },
  }
}

const unavailable = async () => {
  throw new Refused('unavailable')
}

/** 'No such state transition' for a step that the domain does not know. */
function demandStep({ row }: Commanding, to: AlarmStatus): void {
  if (!alarmMayStep(alarmStatus.parse(row.status), to)) throw new Refused('state.transition')
}

/** A step cannot have been done before the alarm was raised, whatever a tablet's clock says. */
const momentOf = ({ at, row }: Commanding) => Math.max(at, Number(row.raisedAt))

async function note(
  commanding: Commanding,
  kind: AlarmEvent['kind'],
  text: string | null = null,
): Promise<void> {
  const { context, row, tenantId } = commanding
  await context.sql.change(
    `insert into alarm_event (tenant_id, alarm_id, kind, user_id, user_name, note, at, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tenantId,
      row.id,
      kind,
      context.person.accountId,
      context.person.name,
      text,
      momentOf(commanding),
      Date.now(),
    ],
  )
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

async function take(commanding: Commanding): Promise<void> {
  const { context, row } = commanding
  const { person, sql } = context
  if (row.status === 'taken') {
    if (row.takenById === person.accountId) return
    throw new Refused('alarm.takenBy', { params: { name: String(row.takenBy ?? '') } })
  }
  demandStep(commanding, 'taken')
  await sql.change(
    `update alarm set status = 'taken', taken_by = $2, taken_by_id = $3, taken_at = $4, read = true,
       version = version + 1, updated_at = $5 where id = $1`,
    [row.id, person.name, person.accountId, momentOf(commanding), Date.now()],
  )
  await note(commanding, 'taken')
}

async function release(commanding: Commanding): Promise<void> {
  const { context, row } = commanding
  demandStep(commanding, 'open')
  if (row.takenById !== context.person.accountId)
    throw new Refused('alarm.takenBy', { params: { name: String(row.takenBy ?? '') } })
  await context.sql.change(
    `update alarm set status = 'open', taken_by = null, taken_by_id = null, taken_at = null,
       version = version + 1, updated_at = $2 where id = $1`,
    [row.id, Date.now()],
  )
  await note(commanding, 'released')
}

/** A second handling, from a tablet that was offline, joins the timeline and changes nothing else. */
async function handle(commanding: Commanding): Promise<void> {
  const { context, row, input } = commanding
  const text = String(input.note)
  if (alarmMayStep(alarmStatus.parse(row.status), 'handled'))
    await context.sql.change(
      `update alarm set status = 'handled', handled_by = $2, handled_at = $3, note = $4, read = true,
         version = version + 1, updated_at = $5 where id = $1`,
      [row.id, context.person.name, momentOf(commanding), text, Date.now()],
    )
  await note(commanding, 'handled', text)
}
