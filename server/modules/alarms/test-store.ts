// How test windows are stored: when one may begin and end, and what of a running one may still change.
import type * as z from 'zod/mini'
import { alarmTest, alarmTestForm } from '../../../src/domain/alarm/alarm-rule.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import type { Bind, Commanding, Saving } from '../../entity/table.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'

type Write = z.output<typeof alarmTestForm>

const NOW = '(extract(epoch from now()) * 1000)::bigint'

/**
 * A window that begins in the past begins now: what people were told cannot be taken back. One that is over already is
 * refused, as is any change of one that has ended. Of a running one only the reason and the end change: what it silences
 * is what its count is about.
 */
async function beforeSave({ context, input, before }: Saving): Promise<Record<string, unknown>> {
  const running = before?.state === 'running'
  if (before?.state === 'ended') throw new Refused('state.transition')
  const whole = { ...before, ...input, ...(running && before ? { startsAt: before.startsAt } : {}) }
  const result = alarmTestForm.safeParse(whole)
  if (!result.success) throw refusalOf(result.error.issues, whole)
  const test = result.data
  const now = Date.now()
  if (test.endsAt <= now) throw new Refused('field.periodOrder', { field: 'endsAt' })
  if (running && before && !sameSilence(test, before)) throw new Refused('state.transition')
  await keepInScope(test, context)
  const { accountId, name } = context.person
  return {
    starts_at: running ? test.startsAt : Math.max(test.startsAt, now),
    ...(before ? {} : { user_id: accountId, user_name: name }),
  }
}

function sameSilence(test: Write, before: Record<string, unknown>): boolean {
  const types = Array.isArray(before.types) ? before.types : []
  return (
    (test.deviceId ?? null) === (before.deviceId ?? null) &&
    (test.groupId ?? null) === (before.groupId ?? null) &&
    JSON.stringify([...test.types].sort()) === JSON.stringify([...types].sort())
  )
}

/** Who sees only some departments cannot silence what is beyond them. */
async function keepInScope(
  test: Write,
  { person, sql }: Pick<Saving['context'], 'person' | 'sql'>,
): Promise<void> {
  if (person.departments === null) return
  if (!test.deviceId) throw new Refused('field.required', { field: 'deviceId' })
  const device = await sql.first(
    'select id from device where id = $1 and department_id = any($2::bigint[]) and removed_at is null',
    [test.deviceId, [...person.departments]],
  )
  if (!device) throw new Refused('field.reference', { field: 'deviceId' })
}

/** One that was planned never begins. Its maker is told of the end as of any other. */
async function end({ context, row }: Commanding): Promise<void> {
  await context.sql.change(
    `update alarm_test set starts_at = least(starts_at, $2), ends_at = $2, ended_by = $3, version = version + 1,
       updated_at = $2 where id = $1`,
    [row.id, Date.now(), context.person.name],
  )
}

// A window for a device of another department is as invisible as the device.
const visible = ({ person }: { person: Pick<Person, 'departments'> }, bind: Bind) =>
  person.departments === null
    ? undefined
    : `(t.device_id is null or exists (select from device d where d.id = t.device_id
         and d.department_id = any(${bind([...person.departments])}::bigint[])))`

export function testStore(bus: Bus): Store {
  return {
    entity: alarmTest,
    table: {
      name: 'alarm_test',
      columns: {
        state: `case when t.ends_at <= ${NOW} then 'ended' when t.starts_at > ${NOW} then 'planned' else 'running' end`,
      },
      visible,
      beforeSave,
      afterChange: async ({ context, tenantId }) => {
        context.sql.afterCommit(() => bus.emit('alarmTest.changed', { tenantId }))
      },
      commands: { end },
    },
  }
}
