// Text messages on their way: written down, handed to the carrier, tried again, and what became of them.
import type { TextFailure, TextState, TextWay } from '../../../src/domain/alarm/alarm-text.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import { startRounds } from '../../rounds.ts'
import type { Receipt } from './http-carrier.ts'
import { readable, type TextMessage, TextProblem, type TextProvider } from './provider.ts'
import { failureOf } from './text-failure.ts'

/** Pauses before each new try; after the last one it has failed. */
const AGAIN_MS = [5_000, 30_000, 120_000]
/** A code that comes later is of no use. */
const CODE_WORTH_MS = MINUTE_MS
/** A process that dies with a message in its hands leaves it to the others after so long. */
const CLAIM_MS = 30_000
/** After so long the carrier is asked what became of it. */
const ASK_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, DAY_MS]
const EVERY_MS = 2_000
const AT_ONCE = 20

/** Whose alarm it is about, and whom it is for. */
export interface TextSubject {
  tenantId: number
  alarmId: number
  accountId: number
}

export interface Texts {
  /** Undefined: no text message can be sent. */
  way: TextWay | undefined
  /** Writes a message down and hands it to the carrier; resolves when it is sent or has to wait. */
  send(phone: string, message: TextMessage, about?: TextSubject): Promise<void>
  /** Hands over one that somebody has written down, of this tenant's alarm. */
  hand(id: number, tenantId: number): Promise<void>
  /** What the carrier called back with; answers how many messages it was new of. */
  take(receipts: readonly Receipt[]): Promise<number>
  /** Tries again what waits, and asks what became of what was sent. */
  round(): Promise<void>
  stop(): void
}

/** Writes down for all processes whether texts can be sent: who tells of alarms says so where they cannot. */
export async function tellTextWay(data: Data, { way }: Pick<Texts, 'way'>): Promise<void> {
  await data.scoped(WHOLE, sql =>
    sql.change(
      `insert into text_service (only_one, way) values (true, $1)
       on conflict (only_one) do update set way = excluded.way where text_service.way is distinct from excluded.way`,
      [way ?? null],
    ),
  )
}

interface Given {
  data: Data
  log: Pick<Log, 'warn'>
  provider: TextProvider | undefined
  /** Called when the state of an alarm's message has changed. */
  changed?: (tenantId: number) => void
  now?: () => number
  /** 0: no rounds by themselves, for tests. */
  everyMs?: number
}

export function createTexts(given: Given): Texts {
  const { data, log, provider, changed = () => undefined, now = Date.now, everyMs = EVERY_MS } = given
  /** Login codes by message, in memory only: nobody who reads the database may log in with them. */
  const codes = new Map<number, TextMessage>()

  /** Writes what has become of one, if it is still in one of these states; answers whether it was. */
  const become = async (
    id: number,
    from: readonly TextState[],
    columns: Readonly<Record<string, unknown>>,
  ): Promise<boolean> => {
    const names = Object.keys(columns)
    const row = await data.scoped(WHOLE, sql =>
      sql.first<{ tenantId: number | null }>(
        `update text_message set version = version + 1, ${names.map((name, at) => `${name} = $${at + 3}`).join(', ')}
         where id = $1 and state = any($2::text[]) returning tenant_id as "tenantId"`,
        [id, [...from], ...Object.values(columns)],
      ),
    )
    if (row?.tenantId) changed(row.tenantId)
    return row !== undefined
  }

  const settle = (
    id: number,
    outcome: { state: 'delivered' } | { state: 'failed'; failure: TextFailure; reason: string | null },
  ) => {
    codes.delete(id)
    const { failure = null, reason = null } = outcome.state === 'failed' ? outcome : {}
    const columns = { state: outcome.state, failure, reason, settled_at: now(), next_at: null }
    return become(id, ['queued', 'sent'], columns)
  }

  const failed = async (id: number, tries: number, error: unknown) => {
    const problem = error instanceof TextProblem ? error : undefined
    const reason = readable(error instanceof Error ? error.message : String(error))
    const failure = problem?.failure ?? 'refused'
    const again = AGAIN_MS[tries - 1]
    if (problem?.passing && again !== undefined) {
      await become(id, ['queued'], { failure, reason, next_at: now() + again })
      return
    }
    log.warn({ err: error, id }, 'A text message was not sent')
    await settle(id, { state: 'failed', failure, reason })
  }

  const deliver = async (id: number): Promise<void> => {
    if (!provider) return
    const row = await data.scoped(WHOLE, sql =>
      sql.first<{ phone: string; content: TextMessage | null; tries: number; at: number }>(
        `update text_message set tries = tries + 1, next_at = $2::bigint + ${CLAIM_MS}
         where id = $1 and state = 'queued' and next_at <= $2 returning phone, content, tries, at`,
        [id, now()],
      ),
    )
    if (!row) return
    const message = row.content ?? codes.get(id)
    if (!message || (message.about === 'code' && now() - row.at > CODE_WORTH_MS)) {
      await settle(id, { state: 'failed', failure: 'tooLate', reason: null })
      return
    }
    try {
      const { number, delivered } = await provider.send({ id, phone: row.phone, message })
      codes.delete(id)
      const at = now()
      await become(id, ['queued'], {
        state: delivered ? 'delivered' : 'sent',
        number,
        sent_at: at,
        failure: null,
        reason: null,
        next_at: delivered || !provider.ask ? null : at + (ASK_MS[0] ?? 0),
        settled_at: delivered ? at : null,
      })
    } catch (error) {
      await failed(id, row.tries, error)
    }
  }

  const askFor = async (row: { id: number; phone: string; number: string; sentAt: number; asks: number }) => {
    const outcome = await provider?.ask?.(row).catch(error => {
      log.warn({ err: error, id: row.id }, 'The carrier did not say what became of a text message')
    })
    if (outcome?.state === 'delivered') await settle(row.id, outcome)
    else if (outcome?.state === 'failed')
      await settle(row.id, { ...outcome, failure: failureOf(outcome.reason) })
    else {
      const next = ASK_MS[row.asks + 1]
      await data.scoped(WHOLE, sql =>
        sql.change(`update text_message set asks = asks + 1, next_at = $2 where id = $1 and state = 'sent'`, [
          row.id,
          next === undefined ? null : now() + next,
        ]),
      )
    }
  }

  const round = async () => {
    const due = await data.scoped(WHOLE, sql =>
      sql.query<{ id: number }>(
        `select id from text_message where state = 'queued' and next_at <= $1 order by next_at, id limit ${AT_ONCE}`,
        [now()],
      ),
    )
    await Promise.all(due.map(({ id }) => deliver(id)))
    if (!provider?.ask) return
    const sent = await data.scoped(WHOLE, sql =>
      sql.query<{ id: number; phone: string; number: string; sentAt: number; asks: number }>(
        // Claimed: two processes do not ask for the same one.
        `update text_message set next_at = $1::bigint + ${CLAIM_MS} where id in (select id from text_message
           where state = 'sent' and next_at <= $1 order by next_at, id limit ${AT_ONCE} for update skip locked)
         returning id, phone, number, sent_at as "sentAt", asks`,
        [now()],
      ),
    )
    await Promise.all(sent.map(askFor))
  }

  const stop =
    everyMs === 0 || !provider
      ? () => undefined
      : startRounds({
          firstMs: everyMs,
          everyMs,
          round,
          failed: error => log.warn({ err: error }, 'Text messages could not be tended'),
        })

  return {
    way: provider?.way,
    send: async (phone, message, about) => {
      if (!provider)
        throw new TextProblem('no carrier of text messages is configured', {
          passing: false,
          failure: 'refused',
        })
      const isCode = message.about === 'code'
      const row = await data.scoped(WHOLE, sql =>
        sql.first<{ id: number }>(
          `insert into text_message (tenant_id, alarm_id, account_id, person_name, way, phone, about, content, at, next_at)
           values ($1, $2, $3, (select name from account where id = $3), $4, $5, $6, $7, $8, $8) returning id`,
          [
            about?.tenantId ?? null,
            about?.alarmId ?? null,
            about?.accountId ?? null,
            provider.way,
            phone,
            message.about,
            isCode ? null : JSON.stringify(message),
            now(),
          ],
        ),
      )
      if (!row) return
      if (isCode) codes.set(row.id, message)
      if (about) changed(about.tenantId)
      await deliver(row.id)
    },
    hand: async (id, tenantId) => {
      changed(tenantId)
      // If this fails, the next round tries it again.
      await deliver(id).catch(error => log.warn({ err: error, id }, 'A text message was not handed over'))
    },
    take: async receipts => {
      let taken = 0
      for (const { id, state, reason } of receipts) {
        const words = readable(reason) || null
        const isNew = await settle(
          Number(id),
          state === 'delivered' ? { state } : { state, failure: failureOf(words), reason: words },
        )
        if (isNew) taken++
      }
      return taken
    },
    round,
    stop,
  }
}
