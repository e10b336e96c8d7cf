// Ends calls that may not go on: an end has lost the right to talk, or its account, session or door. Sound and picture
// go past the server, so a closed connection to the broker alone ends nothing.
import { holds } from '../../../src/domain/permission.ts'
import { covers } from '../../broker/access.ts'
import { WHOLE } from '../../db/scoped.ts'
import { livesIn } from '../community/public.ts'
import type { Sessions } from '../session/public.ts'
import { ANSWER_PERMISSION, type CallRow, DIRECT_PERMISSION, endCalls, readCalls } from './call-rows.ts'
import type { DoorPart, DoorTools } from './door-part.ts'

/** What another process has changed, and sessions that ran out. */
const REVIEW_MS = 30_000

/** Follows changes of rights, sessions and devices while calls are live. */
export function createCallReview(tools: DoorTools, sessions: Pick<Sessions, 'personOf'>): DoorPart {
  const { data, bus, log, now } = tools
  let reviewedAt = now()
  let running: Promise<void> | undefined
  let again = false

  const mayTalk = async (accountId: number | null, permission: string, call: CallRow) => {
    if (accountId === null) return true
    const person = await sessions.personOf(accountId)
    return (
      person !== undefined &&
      holds(person.permissions, permission) &&
      (call.kind === 'direct' || covers(person, call))
    )
  }
  const mayGoOn = async (call: CallRow) => {
    if (call.kind === 'door') return mayTalk(call.answeredById, ANSWER_PERMISSION, call)
    const callee = call.state === 'answered' ? call.calleeId : null
    return (await mayTalk(call.callerId, DIRECT_PERMISSION, call)) && mayTalk(callee, DIRECT_PERMISSION, call)
  }
  const reviewOnce = async () => {
    reviewedAt = now()
    const calls = await data.scoped(WHOLE, sql => readCalls(sql, `c.state in ('ringing', 'answered')`, []))
    if (calls.length === 0) return
    const over: number[] = []
    for (const call of calls) if (!(await mayGoOn(call))) over.push(call.id)
    await data.scoped(WHOLE, sql =>
      endCalls(
        sql,
        bus,
        `(c.id = any($4::bigint[])
          or exists (select from device d where d.id = c.device_id
            and (d.removed_at is not null or d.lifecycle = 'recycled'))
          or c.state = 'answered' and c.resident_session is not null and not exists (
            select from resident_session s where s.token_hash = c.resident_session and s.expires_at > $1
              and ${livesIn('c.room_id', 's.phone')})
          or c.kind = 'direct' and exists (select from account a where a.id = c.caller_id
            and not exists (select from session s where s.account_id = a.id))
          or c.state = 'answered' and exists (select from account a where a.id in (c.answered_by_id, c.callee_id)
            and not exists (select from session s where s.account_id = a.id)))`,
        [over],
        { ringing: 'cancelled', answered: 'lost' },
        now(),
      ),
    )
  }
  const review = () => {
    again = running !== undefined
    running ??= reviewOnce()
      .catch(error => log.warn({ err: error }, 'Calls could not be reviewed'))
      .finally(() => {
        running = undefined
        // What changed while it was looking.
        if (again) review()
      })
  }
  const stops = [
    bus.on('rights.changed', review),
    bus.on('session.ended', review),
    bus.on('device.changed', ({ change }) => {
      if (change === 'removed' || change === 'changed') review()
    }),
  ]
  return {
    messages: {},
    sweep: async () => {
      if (now() - reviewedAt >= REVIEW_MS) review()
    },
    stop: () => {
      again = false
      for (const stop of stops) stop()
    },
  }
}
