// Text messages on their way: written down, handed to the carrier, tried again, and what became of them.
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import { startRounds } from '../../rounds.ts'
import type { Receipt } from './http-carrier.ts'
import { readable, type TextMessage, TextProblem, type TextProvider, type TextWay } from './provider.ts'

/** After so long it is tried again; then it has failed. */
const AGAIN_MS = [5_000, 30_000, 120_000]
/** A code that comes later is of no use. */
const CODE_WORTH_MS = 60_000
/** A process that dies with a message in its hands leaves it to the others after so long. */
const CLAIM_MS = 30_000
/** After so long the carrier is asked what became of it. */
const ASK_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000]
const EVERY_MS = 2_000
const AT_ONCE = 20

export interface Texts {
  /** Undefined: no text message can be sent. */
  way: TextWay | undefined
  /** Writes a message down and hands it to the carrier; resolves when it is sent or has to wait. */
  send(phone: string, message: TextMessage, about?: { tenantId: number; alarmId: number }): Promise<void>
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
  now?: () => number
  /** 0: no rounds by themselves, for tests. */
  everyMs?: number
}

export function createTexts({ data, log, provider, now = Date.now, everyMs = EVERY_MS }: Given): Texts {
  /** Codes are nowhere but here: who reads the database must not log in by them. */
  const codes = new Map<number, TextMessage>()

  const settle = (id: number, state: 'delivered' | 'failed', reason: string | null) => {
    codes.delete(id)
    return data.scoped(WHOLE, sql =>
      sql.change(
        `update text_message set state = $2, reason = $3, settled_at = $4, next_at = null
         where id = $1 and state in ('queued', 'sent')`,
        [id, state, reason, now()],
      ),
    )
  }

  const failed = async (id: number, tries: number, error: unknown) => {
    const reason = readable(error instanceof Error ? error.message : String(error))
    const again = AGAIN_MS[tries - 1]
    if (!(error instanceof TextProblem && error.passing) || again === undefined) {
      log.warn({ err: error, id }, 'A text message was not sent')
      await settle(id, 'failed', reason)
      return
    }
    await data.scoped(WHOLE, sql =>
      sql.change(`update text_message set reason = $2, next_at = $3 where id = $1 and state = 'queued'`, [
        id,
        reason,
        now() + again,
      ]),
    )
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
      await settle(id, 'failed', 'too late')
      return
    }
    try {
      const { number, delivered } = await provider.send({ id, phone: row.phone, message })
      codes.delete(id)
      await data.scoped(WHOLE, sql =>
        sql.change(
          `update text_message set state = $2, number = $3, sent_at = $4, reason = null, next_at = $5,
             settled_at = case when $2 = 'delivered' then $4::bigint end where id = $1 and state = 'queued'`,
          [
            id,
            delivered ? 'delivered' : 'sent',
            number,
            now(),
            delivered || !provider.ask ? null : now() + (ASK_MS[0] ?? 0),
          ],
        ),
      )
    } catch (error) {
      await failed(id, row.tries, error)
    }
  }

  const askFor = async (row: { id: number; phone: string; number: string; sentAt: number; asks: number }) => {
    const outcome = await provider?.ask?.(row).catch(error => {
      log.warn({ err: error, id: row.id }, 'The carrier did not say what became of a text message')
    })
    if (outcome?.state === 'delivered') await settle(row.id, 'delivered', null)
    else if (outcome?.state === 'failed') await settle(row.id, 'failed', outcome.reason)
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
      if (!provider) throw new TextProblem('no carrier of text messages is configured', { passing: false })
      const isCode = message.about === 'code'
      const row = await data.scoped(WHOLE, sql =>
        sql.first<{ id: number }>(
          `insert into text_message (tenant_id, alarm_id, way, phone, about, content, at, next_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7) returning id`,
          [
            about?.tenantId ?? null,
            about?.alarmId ?? null,
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
      await deliver(row.id)
    },
    take: async receipts => {
      let taken = 0
      for (const { id, state, reason } of receipts)
        taken += await settle(Number(id), state, state === 'failed' ? readable(reason) : null)
      return taken
    },
    round,
    stop,
  }
}
