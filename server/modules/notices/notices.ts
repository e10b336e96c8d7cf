// What waits for a person: SOS that nobody has taken, cards not yet seen, the number of open alarms.
import * as z from 'zod/mini'
import { confirmCards, pendingNotices } from '../../../src/contract/endpoints/message.ts'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { holds } from '../../../src/domain/permission.ts'
import { readPage } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { SEES_CARDS } from './door-card-notices.ts'

const MOST = 200
/** Older cards are history, not notices. */
const CARD_DAYS = 30

interface CardRow {
  id: number
  imei: string
  card_info: string
  device_name: string
  tenant_id: number
  order_id: number | null
  at: number
}

/** Calls that ring for the person now. */
export type WaitingCalls = (
  context: Context,
) => Promise<Pick<z.output<typeof pendingNotices.response>, 'calls' | 'directCalls'>>

export function mountNotices(handlers: Handlers, alarms: Store, waitingCalls: WaitingCalls): void {
  handlers.handle(pendingNotices, async (_, context) => {
    const at = Date.now()
    const seesAlarms = holds(context.person.permissions, 'alarm.read')
    const sos = seesAlarms
      ? await readPage(alarms, { type: ['sos'], status: ['open'], sort: 'raisedAt', size: MOST }, context)
      : { list: [] }
    const open = seesAlarms
      ? await readPage(alarms, { status: ['open', 'taken'], size: 1 }, context)
      : { total: 0 }
    return {
      sos: z.parse(z.array(alarm.schema), sos.list),
      cards: (await unseenCards(context)).map(row => ({
        id: row.id,
        at: row.at,
        notice: {
          code: '5084' as const,
          imei: row.imei,
          cardInfo: row.card_info,
          deviceName: row.device_name,
          noticeId: row.id,
          tenantId: row.tenant_id,
          ...(row.order_id !== null && { orderId: row.order_id }),
        },
      })),
      openAlarms: open.total,
      ...(await waitingCalls(context)),
      unreadNotices: await countUnread(context),
      at,
    }
  })
  handlers.handle(confirmCards, async ({ ids }, context) => {
    const { person, sql } = context
    if (!holds(person.permissions, SEES_CARDS)) return null
    await sql.change(
      `insert into card_confirmation (tenant_id, notice_id, account_id, at)
       select n.tenant_id, n.id, $2, $3 from card_notice n join device d on d.id = n.device_id
       where n.id = any($1::bigint[]) and ($4::bigint is null or n.tenant_id = $4)
         and ($5::bigint[] is null or d.department_id = any($5)) on conflict do nothing`,
      [ids, person.accountId, Date.now(), ...scopeValuesOf(context)],
    )
    return null
  })
}

/** Rows of the message centre that the person has not read. */
async function countUnread({ person, sql }: Context): Promise<number> {
  const row = await sql.first<{ n: number }>(
    `select count(*)::int as n from notice where account_id = $1 and state = 'unread' and removed_at is null`,
    [person.accountId],
  )
  return row?.n ?? 0
}

const scopeValuesOf = ({ person, scope }: Pick<Context, 'person' | 'scope'>) => [
  scope.tenant === '*' ? null : scope.tenant,
  person.departments === null ? null : [...person.departments],
]

async function unseenCards(context: Context): Promise<CardRow[]> {
  const { person, sql } = context
  if (!holds(person.permissions, SEES_CARDS)) return []
  return sql.query<CardRow>(
    `select n.id, n.imei, n.card_info, d.name as device_name, n.tenant_id, n.order_id, n.at
     from card_notice n join device d on d.id = n.device_id
     where n.at > $2 and ($3::bigint is null or n.tenant_id = $3)
       and ($4::bigint[] is null or d.department_id = any($4))
       and not exists (select from card_confirmation c where c.notice_id = n.id and c.account_id = $1)
     order by n.at, n.id limit ${MOST}`,
    [person.accountId, Date.now() - CARD_DAYS * DAY_MS, ...scopeValuesOf(context)],
  )
}
