// Somebody who lives there speaks with the door: answered once, each word of the line carried, and hung up. The page asks for what
// the door has said: it has no line of its own to the server.
import * as z from 'zod/mini'
import { type CallSignal, callSignal } from '../../../src/contract/call-signal.ts'
import * as page from '../../../src/contract/endpoints/resident-talk.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf } from '../../db/typed.ts'
import type { Handlers, ResidentContext } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import { livingNow } from '../community/public.ts'
import { answerCall, type CallRow, endCalls, readCall } from './call-rows.ts'
import type { CallTokens } from './call-tokens.ts'
import { callOf, spokenCall } from './room-calls.ts'

/** Candidates come in a burst; nobody has this many in the long run. */
const WORDS = { perSecond: 20, atOnce: 200 }
/** What a door says of one call at most. */
const MOST_WORDS = 500

const wordRow = z.object({ id: z.int(), signal: callSignal })

/** Keeps what a door says to who of the home has answered; their page asks for it. */
export async function keepWord(sql: Sql, call: CallRow, signal: CallSignal): Promise<void> {
  // Recordings are of staff alone: nobody of the home is asked about one.
  if (signal.kind === 'recording' || signal.kind === 'consent') return
  await sql.change(
    `insert into call_word (tenant_id, call_id, signal) select $1, $2, $3::jsonb
     where (select count(*) from call_word where call_id = $2) < ${MOST_WORDS}`,
    [call.tenantId, call.id, JSON.stringify(signal)],
  )
}

const nameOf = (sql: Sql, phone: string, roomId: number | null) =>
  firstOf(
    sql,
    livingNow()
      .select(['p.id', 'p.name'])
      .where('p.phone', '=', phone)
      .where('o.room_id', '=', roomId ?? 0)
      .orderBy('o.id')
      .limit(1),
  )

export function mountResidentTalk(
  handlers: Handlers,
  { bus, lines }: Pick<Kernel, 'bus'> & { lines: Lines },
  tokens: CallTokens,
): void {
  handlers.handleResident(page.residentCallAnswer, ({ callId }, context) =>
    context.scoped(sql => answer(sql, bus, tokens, callId, context)),
  )
  const maySay = createBucket(WORDS)
  handlers.handleResident(page.residentCallSay, async ({ callId, signal }, context) => {
    if (!maySay(context.tokenHash)) throw new Refused('throttled', { status: 429 })
    const call = await context.scoped(async sql => {
      const spoken = await spokenCall(sql, context, callId)
      if (spoken && signal.kind === 'bye') await hangUp(sql, bus, callId)
      return spoken
    })
    if (!call) throw new Refused('call.over')
    if (call.imei !== null) await lines.toDevice?.(call.imei, { code: '5083', callId, signal })
    return null
  })
  handlers.handleResident(page.residentCallHear, ({ callId, after }, context) =>
    context.scoped(async sql => {
      const call = await spokenCall(sql, context, callId)
      if (!call) return { isLive: false, words: [] }
      const words = await sql.query(
        'select id, signal from call_word where call_id = $1 and id > $2 order by id limit 100',
        [callId, after],
      )
      return { isLive: true, words: z.parse(z.array(wordRow), words) }
    }),
  )
  handlers.handleResident(page.residentCallEnd, async ({ callId }, context) => {
    await context.scoped(async sql => {
      // One that is over is no error: both ends may press at once.
      if (await spokenCall(sql, context, callId)) await hangUp(sql, bus, callId)
    })
    return null
  })
}

const hangUp = (sql: Sql, bus: Bus, callId: number) =>
  endCalls(sql, bus, 'c.id = $4', [callId], { ringing: 'cancelled', answered: 'hangUp' }, Date.now())

async function answer(
  sql: Sql,
  bus: Bus,
  tokens: CallTokens,
  callId: number,
  { phone, tokenHash, address }: ResidentContext,
) {
  const now = Date.now()
  const call = await callOf(sql, phone, callId, now)
  const who = call && (await nameOf(sql, phone, call.roomId))
  if (!who) throw await tooLate(sql, phone, callId)
  const busy = await sql.first(`select id from call where state = 'answered' and resident_session = $1`, [
    Buffer.from(tokenHash, 'hex'),
  ])
  if (busy) throw new Refused('call.busy')
  const answered = await answerCall(sql, bus, callId, { residentId: who.id, name: who.name, tokenHash }, now)
  if (!answered) throw await tooLate(sql, phone, callId)
  sql.audit({
    ...{ tenantId: answered.tenantId, userId: null, userName: who.name, address },
    ...{ action: 'call.answer', entity: 'call', rowId: callId },
    detail: { imei: answered.imei, by: 'resident', residentId: who.id },
  })
  return { join: tokens.ofResident(answered) }
}

/** Why it cannot be answered any more; the call of others is no call at all. */
async function tooLate(sql: Sql, phone: string, callId: number): Promise<Refused> {
  const call = await readCall(sql, callId)
  if (!call || !(await nameOf(sql, phone, call.roomId))) return new Refused('call.none')
  if (call.state !== 'answered') return new Refused('call.over')
  // Who of the staff it was is no matter of the home.
  const name = call.residentId === null ? '' : (call.answeredBy ?? '')
  return new Refused('call.takenBy', { params: { name } })
}
