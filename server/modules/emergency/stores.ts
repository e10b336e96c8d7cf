// How emergencies are stored, and what people do with them: each act is a line of the log, written under the lock of the row.
import { sql as raw, type SqlBool } from 'kysely'
import { emergency } from '../../../src/domain/emergency/emergency.ts'
import type { AttachedKind } from '../../../src/domain/emergency/emergency-log.ts'
import type { Bus } from '../../bus.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { labelOf, readThing, type StoreOf } from './attaching.ts'
import { emergencyCommands } from './commands.ts'
import { addEntry } from './log-rows.ts'
import type { TextCarrier } from './texting.ts'

export function emergencyStores(given: { bus: Bus; storeOf: StoreOf; texts: TextCarrier }): Store[] {
  const { bus, storeOf, texts } = given
  return [
    {
      entity: emergency,
      table: {
        name: 'emergency',
        columns: {
          tenantName: TENANT_NAME,
          lines: '(select count(*)::int from emergency_entry e where e.emergency_id = t.id)',
        },
        // Gravest first, not by the letters of the words.
        order: { severity: `array_position(array['critical', 'warning', 'attention'], t.severity)` },
        apart: ['alarmId'],
        beforeSave: async saving => beginning(saving),
        afterSave: async saving => {
          if (!saving.before) await opened(storeOf, saving)
        },
        // What says only that it was opened, and who leads it, is empty: all else is kept.
        beforeRemove: async ({ context, row }) => {
          const more = await firstOf(
            context.sql,
            tables
              .selectFrom('emergency_entry')
              .select('id')
              .where('emergency_id', '=', row.id)
              .where(raw<SqlBool>`facts ->> 'kind' not in ('opened', 'role')`)
              .limit(1),
          )
          if (more) throw new Refused('emergency.notEmpty')
        },
        afterChange: async ({ context, id, tenantId, verb }) => {
          await publish(bus, { context, id, tenantId, verb })
        },
        commands: emergencyCommands({ bus, storeOf, texts }),
      },
    },
  ]
}

async function beginning({ context, before, input }: Saving): Promise<Record<string, unknown> | undefined> {
  const point = (field: string) =>
    input[field] ?? (input[field] === undefined ? before?.[field] : null) ?? null
  if ((point('latitude') === null) !== (point('longitude') === null))
    throw new Refused('field.required', { field: point('latitude') === null ? 'latitude' : 'longitude' })
  if (before) {
    if (before.state === 'closed') throw new Refused('state.transition', { field: 'state' })
    return undefined
  }
  const { accountId, name } = context.person
  const now = Date.now()
  // What has not begun yet is no emergency.
  const startedAt = Math.min(typeof input.startedAt === 'number' ? input.startedAt : now, now)
  return { started_at: startedAt, owner_id: accountId, owner_name: name }
}

async function opened(
  storeOf: StoreOf,
  { context, id, tenantId, input }: Saving & { id: number },
): Promise<void> {
  const { sql, person } = context
  const line = { tenantId, emergencyId: id, person, at: Date.now() }
  await addEntry(sql, { ...line, facts: { kind: 'opened' } })
  await addEntry(sql, {
    ...line,
    facts: { kind: 'role', role: 'lead', userId: person.accountId, name: person.name },
  })
  if (typeof input.alarmId !== 'number') return
  const of: AttachedKind = 'alarm'
  const row = await readThing(storeOf, { of, subjectId: input.alarmId, tenantId }, context)
  await addEntry(sql, {
    ...line,
    facts: { kind: 'item', of, subjectId: row.id, label: labelOf(of, row) },
  })
}

/** Everybody who looks at it asks anew. */
async function publish(
  bus: Bus,
  { context, id, tenantId, verb }: { context: Saving['context']; id: number; tenantId: number; verb: string },
): Promise<void> {
  const { sql } = context
  // Each line gives it a further version, so that a form which was opened before says that it is overtaken.
  const commanded = verb !== 'save' && verb !== 'remove' && verb !== 'restore'
  const [row] = commanded
    ? await rowsOf(
        sql,
        tables
          .updateTable('emergency')
          .set(({ eb }) => ({ version: eb('version', '+', 1), updated_at: Date.now() }))
          .where('id', '=', id)
          .returning(['version', 'department_id']),
      )
    : await rowsOf(
        sql,
        tables.selectFrom('emergency').select(['version', 'department_id']).where('id', '=', id),
      )
  if (!row) return
  sql.afterCommit(() =>
    bus.emit('rows.changed', {
      tenantId,
      departmentId: row.department_id,
      entity: 'emergency',
      rows: [{ id, version: verb === 'remove' ? null : row.version }],
    }),
  )
}
