// Follows what happens and tells the browsers of those whom it concerns, whether the console is open there or not.

import * as z from 'zod/mini'
import { alarm as alarmEntity } from '../../../src/domain/alarm/alarm.ts'
import type { NotifiedAlarm } from '../../bus.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import { startRounds } from '../../rounds.ts'
import { audienceOf } from '../notices/public.ts'
import {
  addDeliveries,
  type Delivery,
  type DeliveryKind,
  noteOutcome,
  type Subject,
  type Subscription,
  stillWanted,
  subscriptionsNotified,
  subscriptionsOf,
} from './deliveries.ts'
import type { PushSettings } from './payloads.ts'
import {
  type AlarmFacts,
  alarmGoneMessage,
  alarmMessage,
  type CallFacts,
  callMessage,
  callOverMessage,
  type Message,
  type NoticeFacts,
  noticeMessage,
  payloadOf,
  pushedKinds,
  type SosFacts,
  sosMessage,
  sosTakenMessage,
  testMessage,
} from './payloads.ts'
import type { PostOutcome } from './post.ts'
import type { Sender } from './sender.ts'

/** For so long the push service keeps a message for a browser that is away; later the list of calls or alarms says it. */
const SOS_SECONDS = 600
const CALL_SECONDS = 60
/** Somebody whose phone was off for a day still has it to read. */
const NOTICE_SECONDS = 86_400
/**
 * What another process stored, and could not tell before it died, is told by whoever looks next. Of two that look at once
 * both may send it: the browser shows one, since the second replaces the first.
 */
const CATCH_UP_MS = 5_000
const TEST_TIMEOUT_MS = 5_000
/**
 * When alarms come in masses, a tenant gets 20 push messages at once and then 12 a minute; the message centre has all.
 * Assigned, escalated and critical alarms are never held back.
 */
const STORM = { perSecond: 0.2, atOnce: 20 }
/** Without this permission a person hears of an SOS and cannot take it. */
const TAKE_PERMISSION = alarmEntity.commands.take.permission

interface AlarmRow extends SosFacts {
  tenantId: number
  departmentId: number | null
  status: 'open' | 'taken' | 'handled'
  by: string | null
  /** The last thing that browsers were sent of it. */
  lastSent: DeliveryKind | null
}

interface CallRow extends CallFacts {
  tenantId: number
  departmentId: number | null
  state: string
  calleeId: number | null
  /** Whom a door rings; null: all who may answer. */
  rungIds: number[] | null
  answeredBy: string | null
  isHeld: boolean
}

export interface Notifier {
  /** Sends a test to these browsers; answers what became of each, in their order. */
  test(subscriptions: readonly Subscription[]): Promise<(PostOutcome | undefined)[]>
  /** Sends what was raised so long ago or more, and told to nobody: whoever raised it is gone. */
  catchUp(olderThanMs?: number): Promise<void>
  /** What this process has still to send. */
  unsent: Sender['unsent']
  stop(): Promise<void>
}

export function createNotifier(
  parts: Pick<Kernel, 'data' | 'bus' | 'log'> & { config: PushSettings },
  sender: Sender,
  now: () => number = Date.now,
): Notifier {
  const { data, bus, log, config } = parts

  const inTenant = <Result>(tenant: number, work: (sql: Sql) => Promise<Result>) =>
    data.scoped({ tenant }, work)

  /** Sends a message to browsers for which rows were written already. */
  const post = (
    { to, receipt, hash }: Delivery,
    message: Message,
    what: { kind: DeliveryKind; about: Subject | 'test'; subjectId: number | null; seconds: number },
  ) =>
    sender.send({
      to,
      payload: payloadOf(
        message,
        {
          language: to.language,
          tag: `${what.about}-${what.subjectId ?? to.id}`,
          receipt,
          at: now(),
        },
        config,
      ),
      ttlSeconds: what.seconds,
      ...(what.kind === 'test' ? { timeoutMs: TEST_TIMEOUT_MS } : {}),
      wanted: () => inTenant(to.tenantId, sql => stillWanted(sql, { to }, what)),
      onOutcome: outcome => inTenant(to.tenantId, sql => noteOutcome(sql, { to, hash }, outcome, now())),
    })

  const tellSos = async (row: AlarmRow): Promise<void> => {
    const { tenantId, departmentId, id } = row
    const what = { kind: 'sos' as const, about: 'sos' as const, subjectId: id, at: now() }
    const { deliveries, takers } = await inTenant(tenantId, async sql => {
      const audience = { tenantId, departmentId }
      const people = await audienceOf(sql, audience, 'alarm.read')
      return {
        deliveries: await addDeliveries(sql, await subscriptionsOf(sql, people, now()), what),
        takers: new Set(await audienceOf(sql, audience, TAKE_PERMISSION)),
      }
    })
    for (const delivery of deliveries) {
      const message = sosMessage(row, takers.has(delivery.to.accountId))
      void post(delivery, message, { ...what, seconds: SOS_SECONDS })
    }
  }

  const tellGone = async (
    about: Subject,
    row: { id: number; tenantId: number },
    message: Message,
    seconds: number,
  ): Promise<void> => {
    const what = { kind: 'gone' as const, about, subjectId: row.id, at: now() }
    const deliveries = await inTenant(row.tenantId, async sql =>
      addDeliveries(sql, await subscriptionsNotified(sql, about, row.id, now()), what),
    )
    for (const delivery of deliveries) void post(delivery, message, { ...what, seconds })
  }

  const spare = createBucket(STORM)
  const pushAlarms = async (notifications: readonly NotifiedAlarm[]): Promise<void> => {
    for (const { alarm, why, push } of notifications) {
      const { id, tenantId } = alarm
      const urgent = alarm.severity === 'critical' || why === 'assigned' || why === 'escalated'
      if (push.length === 0 || (!urgent && !spare(String(tenantId)))) continue
      // A repeated SOS goes out as an SOS, with its button; every other reason has a message of its own.
      const asSos = alarm.type === 'sos' && why === 'repeated'
      const about = asSos ? ('sos' as const) : ('alarm' as const)
      const facts = { ...alarm, who: alarm.wearerName ?? alarm.deviceName }
      const what = { kind: about, about, subjectId: id, at: now() }
      const { deliveries, takers } = await inTenant(tenantId, async sql => ({
        deliveries: await addDeliveries(sql, await subscriptionsOf(sql, push, now()), what),
        takers: asSos
          ? await audienceOf(sql, { tenantId, departmentId: alarm.departmentId ?? null }, TAKE_PERMISSION)
          : [],
      }))
      for (const delivery of deliveries) {
        const mayTake = takers.includes(delivery.to.accountId)
        const message = asSos ? sosMessage(facts, mayTake) : alarmMessage(facts, why)
        void post(delivery, message, { ...what, seconds: SOS_SECONDS })
      }
    }
  }

  /** Somebody has taken or handled these alarms: their notifications are withdrawn. */
  const alarmsSettled = async (ids: readonly number[]): Promise<void> => {
    const rows = await data.scoped(WHOLE, sql =>
      sql.query<AlarmFacts & { tenantId: number; by: string | null }>(
        `select a.id, a.tenant_id as "tenantId", a.type, coalesce(a.wearer_name, a.device_name) as who, a.building, a.unit,
           a.room_no as "roomNo", a.place, coalesce(a.handled_by, a.taken_by, a.acknowledged_by) as by
         from alarm a where a.id = any($1::bigint[]) and (a.status <> 'open' or a.acknowledged_at is not null)
           and exists (select from push_delivery d where d.about = 'alarm' and d.subject_id = a.id)`,
        [ids],
      ),
    )
    for (const row of rows) await tellGone('alarm', row, alarmGoneMessage(row, row.by), SOS_SECONDS)
  }

  const alarmsChanged = async (ids: readonly number[]): Promise<void> => {
    for (const row of await data.scoped(WHOLE, sql => readSos(sql, ids))) {
      if (row.status !== 'open') {
        if (row.lastSent !== null) await tellGone('sos', row, sosTakenMessage(row, row.by), SOS_SECONDS)
      } else if (row.lastSent === 'gone') await tellSos(row) // Given back: nobody has it any more.
    }
  }

  const callChanged = async (id: number): Promise<void> => {
    const row = await data.scoped(WHOLE, sql => readCall(sql, id))
    // What rings for a home alone is nobody's of the property yet.
    if (!row || row.isHeld) return
    const { tenantId, departmentId } = row
    if (row.state !== 'ringing')
      return tellGone('call', row, callOverMessage(row, row.answeredBy), CALL_SECONDS)
    const what = { kind: 'call' as const, about: 'call' as const, subjectId: id, at: now() }
    const deliveries = await inTenant(tenantId, async sql => {
      const people =
        row.kind === 'door'
          ? (row.rungIds ?? (await audienceOf(sql, { tenantId, departmentId }, 'call.answer')))
          : row.calleeId === null
            ? []
            : [row.calleeId]
      return addDeliveries(sql, await subscriptionsOf(sql, people, now()), what)
    })
    for (const delivery of deliveries)
      void post(delivery, callMessage(row), { ...what, seconds: CALL_SECONDS })
  }

  /** Lines of the message centre that people should hear of before they open it. */
  const pushNotices = async (tenantId: number, ids: readonly number[]): Promise<void> => {
    const at = now()
    const sent = await inTenant(tenantId, async sql => {
      const rows = await readNotices(sql, ids)
      const browsers = await subscriptionsOf(
        sql,
        rows.map(({ accountId }) => accountId),
        at,
      )
      const found: { delivery: Delivery; row: NoticeRow }[] = []
      for (const row of rows) {
        const own = browsers.filter(({ accountId }) => accountId === row.accountId)
        const what = { kind: 'notice' as const, about: 'notice' as const, subjectId: row.id, at }
        for (const delivery of await addDeliveries(sql, own, what)) found.push({ delivery, row })
      }
      return found
    })
    for (const { delivery, row } of sent)
      void post(delivery, noticeMessage(row), {
        ...{ kind: 'notice', about: 'notice', subjectId: row.id, seconds: NOTICE_SECONDS },
      })
  }

  // Not awaited: alarm and call are stored and published already, and a failure here must not touch them.
  const aside = (work: Promise<void>) => {
    work.catch((error: unknown) => log.warn({ err: error }, 'A push message was not sent'))
  }
  const raised = async (ids: readonly number[]) => {
    for (const row of await data.scoped(WHOLE, sql => readSos(sql, ids)))
      if (row.status === 'open' && row.lastSent === null) await tellSos(row)
  }
  const catchUp = async (olderThanMs = 0) => {
    const rows = await data.scoped(WHOLE, sql =>
      sql.query<{ id: number }>(
        `select id from alarm a where type = 'sos' and status = 'open' and not on_test and created_at between $1 and $2
           and exists (select from push_subscription s where s.tenant_id = a.tenant_id)
           and not exists (select from push_delivery d where d.about = 'sos' and d.subject_id = a.id)`,
        [now() - SOS_SECONDS * 1000, now() - olderThanMs],
      ),
    )
    if (rows.length > 0) await raised(rows.map(({ id }) => id))
  }
  const stops = [
    startRounds({
      ...{ firstMs: CATCH_UP_MS, everyMs: CATCH_UP_MS },
      round: () => catchUp(CATCH_UP_MS),
      failed: error => log.warn({ err: error }, 'Push messages could not be caught up'),
    }),
    bus.on('alarm.raised', ({ alarms }) => {
      const ids = alarms.filter(({ type }) => type === 'sos').map(({ id }) => id)
      if (ids.length > 0) aside(raised(ids))
    }),
    bus.on('alarm.changed', ({ ids }) => aside(alarmsChanged(ids).then(() => alarmsSettled(ids)))),
    bus.on('alarm.notified', ({ notifications }) => aside(pushAlarms(notifications))),
    bus.on('call.changed', ({ id }) => aside(callChanged(id))),
    bus.on('notice.added', ({ tenantId, kind, ids = [] }) => {
      if (ids.length > 0 && pushedKinds.some(pushed => pushed === kind)) aside(pushNotices(tenantId, ids))
    }),
  ]

  return {
    test: async subscriptions => {
      const deliveries: Delivery[] = []
      for (const tenantId of new Set(subscriptions.map(each => each.tenantId))) {
        const own = subscriptions.filter(each => each.tenantId === tenantId)
        const what = { kind: 'test' as const, about: 'test' as const, subjectId: null, at: now() }
        deliveries.push(...(await inTenant(tenantId, sql => addDeliveries(sql, own, what))))
      }
      return Promise.all(
        deliveries.map(each =>
          post(each, testMessage, { kind: 'test', about: 'test', subjectId: null, seconds: 0 }),
        ),
      )
    },
    catchUp,
    unsent: sender.unsent,
    stop: () => {
      for (const stop of stops) stop()
      return sender.stop()
    },
  }
}

const noticeRow = z.object({
  id: z.int(),
  accountId: z.int(),
  kind: z.enum(pushedKinds),
  subjectId: z.nullable(z.int()),
  who: z.nullable(z.string()),
  content: z.nullable(z.string()),
})
type NoticeRow = NoticeFacts & z.output<typeof noticeRow>

async function readNotices(sql: Sql, ids: readonly number[]): Promise<NoticeRow[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('notice')
      .select(['id', 'account_id as accountId', 'kind', 'subject_id as subjectId', 'who', 'content'])
      .where('id', 'in', [...ids])
      .where('state', '=', 'unread')
      .where('removed_at', 'is', null)
      .orderBy('id'),
  )
  return z.parse(z.array(noticeRow), rows)
}

function readSos(sql: Sql, ids: readonly number[]): Promise<AlarmRow[]> {
  return sql.query<AlarmRow>(
    `select a.id, a.tenant_id as "tenantId", a.department_id as "departmentId", a.status,
       coalesce(a.wearer_name, a.device_name) as who, a.building, a.unit, a.room_no as "roomNo", a.place,
       a.trial, coalesce(a.handled_by, a.taken_by) as by,
       (select kind from push_delivery d where d.about = 'sos' and d.subject_id = a.id
        order by created_at desc, (kind = 'gone') desc limit 1) as "lastSent"
     from alarm a where a.id = any($1::bigint[]) and a.type = 'sos'`,
    [ids],
  )
}

function readCall(sql: Sql, id: number): Promise<CallRow | undefined> {
  return sql.first<CallRow>(
    `select id, tenant_id as "tenantId", department_id as "departmentId", kind, state, device_name as "deviceName",
       caller_name as "callerName", callee_id as "calleeId", array_to_json(rung_ids) as "rungIds", building, unit, room_no as "roomNo",
       case when state = 'answered' then answered_by end as "answeredBy",
       (state = 'ringing' and held_until is not null) as "isHeld"
     from call where id = $1`,
    [id],
  )
}
