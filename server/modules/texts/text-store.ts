// How text messages of alarms are read, and how one that failed is sent once more.
import { alarmText } from '../../../src/domain/alarm/alarm-text.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { Texts } from './texts.ts'

type Carrier = Pick<Texts, 'way' | 'hand'>

export function alarmTextStore(carrier: Carrier): Store {
  return {
    entity: alarmText,
    table: {
      name: 'text_message',
      // Codes of logins belong to no alarm, and stand in nobody's list.
      joins: 'join alarm a on a.id = t.alarm_id',
      department: 'a.department_id',
      columns: {
        tenantName: TENANT_NAME,
        createdAt: 't.at',
        updatedAt: 'coalesce(t.settled_at, t.sent_at, t.at)',
        type: 'a.type',
        status: 'a.status',
        deviceName: 'a.device_name',
        wearerName: 'a.wearer_name',
        phone: `left(t.phone, 3) || '****' || right(t.phone, 4)`,
        content: `coalesce(t.content ->> 'text', '')`,
        nextAt: `case when t.state = 'queued' then t.next_at end`,
        replaced: 'exists (select from text_message n where n.again_of = t.id)',
      },
      commands: { again: again(carrier) },
    },
  }
}

/** A new message with the words of the old one: carriers send what has the same number only once. */
const again =
  (carrier: Carrier) =>
  async ({ context, row, tenantId }: Commanding): Promise<void> => {
    if (!carrier.way) throw new Refused('text.noCarrier')
    const { sql, person } = context
    const now = Date.now()
    const to = await sql.first<{ phone: string }>(
      `select a.phone from text_message t join account a on a.id = t.account_id
       where t.id = $1 and a.removed_at is null and a.phone <> ''`,
      [row.id],
    )
    if (!to) throw new Refused('text.noPhone')
    const made = await sql.first<{ id: number }>(
      `insert into text_message (tenant_id, alarm_id, account_id, person_name, way, phone, about, content, at, next_at,
         again_of, again_by)
       select tenant_id, alarm_id, account_id, person_name, $2, $3, about, content, $4, $4, id, $5
       from text_message where id = $1
       on conflict (again_of) where again_of is not null do nothing returning id`,
      [row.id, carrier.way, to.phone, now, person.name],
    )
    // Somebody else has sent it again already.
    if (!made) throw new Refused('text.replaced')
    // It counts against the limits of the phone and the tenant like any other.
    await sql.change(
      `insert into alarm_sms (tenant_id, alarm_id, account_id, phone, at)
       select tenant_id, alarm_id, account_id, phone, at from text_message where id = $1`,
      [made.id],
    )
    await sql.change('update text_message set version = version + 1 where id = $1', [row.id])
    sql.afterCommit(() => void carrier.hand(made.id, tenantId))
  }
