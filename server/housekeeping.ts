// Throws away what has served its time: ended sessions, old codes, keys of repeated requests, files of old exports.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/domain/durations.ts'
import { WHOLE } from './db/scoped.ts'
import { defineRound, type RoundJob } from './jobs/definition.ts'
import { halfTime } from './jobs/pace.ts'
import { alarmDaysRound, packChangedDays } from './modules/alarms/day-packing.ts'
import { expireSegments } from './modules/camera-recording/drop.ts'
import { keepRounds, patrolsRound } from './modules/duty/rounds.ts'
import { sweepPartUploads } from './modules/evidence/sweep.ts'
import { eraseWhatIsOver, facesRound } from './modules/faces/erase.ts'
import { faceChecksRound } from './modules/faces/face-checks-round.ts'
import { checkSamples } from './modules/faces/sample-checks.ts'
import { feeRemindersRound, remindOfFees } from './modules/fees/reminders.ts'
import { sweepFiles } from './modules/files/sweep.ts'
import { foldOrderCounts, orderCountsRound } from './modules/mall-orders/public.ts'
import { packClosedHours, readingHoursRound } from './modules/readings/hours.ts'
import { deleteExpired, recordingsRound } from './modules/recordings/expiry.ts'
import { forget, forgettingRound } from './modules/retention/forget.ts'
import { remindOfInspections, siteRemindersRound } from './modules/site/reminders.ts'
import { packClosedTracks, trackHoursRound } from './modules/tracks/hours.ts'
import type { Parts } from './parts.ts'

/** What became of a text message is worth a month. */
const TEXT_DAYS = 30
/** A tablet may come back after weeks and repeat what it has queued. */
const KEY_DAYS = 60
const ORDER_DAYS = 30
/** What became of a message to a receiver is looked at soon or never. */
const DELIVERY_DAYS = 30

type Given = Pick<
  Parts,
  'bus' | 'data' | 'log' | 'filesDir' | 'storages' | 'config' | 'jobs' | 'faces' | 'staging'
>

const cleaningRound = defineRound({
  name: 'cleaning',
  timeoutSeconds: 3_600,
  pollSeconds: 15,
  cron: '11 * * * *',
})

/** Cleans, packs and forgets from now on. */
export async function workHousekeeping(parts: Given): Promise<void> {
  const { data, log, config, jobs } = parts
  const every = (round: RoundJob, run: (signal: AbortSignal) => Promise<unknown>) =>
    jobs.rounds(round, async signal => {
      await run(signal)
      return undefined
    })
  await every(cleaningRound, () => cleanUp(parts))
  await every(readingHoursRound, signal => packClosedHours(data, Date.now(), halfTime(signal)))
  await every(trackHoursRound, signal => packClosedTracks(data, Date.now(), halfTime(signal)))
  await every(alarmDaysRound, () => packChangedDays(data, Date.now()))
  await every(orderCountsRound, () => foldOrderCounts(data))
  await every(facesRound, () => eraseWhatIsOver({ ...parts.faces, data }, Date.now()))
  await every(faceChecksRound, signal => checkSamples({ ...parts.faces, data }, signal))
  await every(recordingsRound, async () => {
    await deleteExpired(parts, Date.now())
    await expireSegments(parts, Date.now())
  })
  await every(patrolsRound, () => keepRounds(data, Date.now()))
  await every(siteRemindersRound, () => remindOfInspections(data, parts.bus, Date.now()))
  await every(feeRemindersRound, () => remindOfFees(data, parts.bus, Date.now()))
  await every(forgettingRound, signal =>
    forget({ data, log, retention: config.retention }, () => signal.aborted),
  )
}

async function cleanUp(parts: Given): Promise<void> {
  const { data, config } = parts
  const now = Date.now()
  await data.scoped(WHOLE, async sql => {
    await sql.change('delete from session where expires_at < $1 or seen_at < $2', [
      now,
      now - config.sessionIdleMinutes * MINUTE_MS,
    ])
    await sql.change('delete from idempotency where at < $1', [now - KEY_DAYS * DAY_MS])
    await sql.change('delete from login_failure where at < $1', [now - HOUR_MS])
    // Codes of a day count against its limit.
    await sql.change('delete from sms_code where created_at < $1', [now - 2 * DAY_MS])
    await sql.change('delete from sms_outbox where at < $1', [now - 7 * DAY_MS])
    await sql.change('delete from text_message where at < $1', [now - TEXT_DAYS * DAY_MS])
    await sql.change('delete from push_subscription where expires_at < $1', [now])
    // Receipts are worth a day; the rest of the week says how the push services did.
    await sql.change('delete from push_delivery where created_at < $1', [now - 7 * DAY_MS])
    await sql.change('delete from door_code where expires_at < $1', [now - DAY_MS])
    await sql.change('delete from claim_code where expires_at < $1', [now - DAY_MS])
    // What was opened stands in the door's list; the orders themselves are proof for a while.
    await sql.change('delete from unlock_order where expires_at < $1', [now - ORDER_DAYS * DAY_MS])
    await sql.change(
      `delete from webhook_delivery where created_at < $1 and state in ('delivered', 'failed')`,
      [now - DELIVERY_DAYS * DAY_MS],
    )
    await sql.change('delete from csp_report where last_at < $1', [now - DELIVERY_DAYS * DAY_MS])
    await sql.change('delete from link_secret where created_at < $1', [now - 2 * DAY_MS])
    await sql.change('delete from sign_in_challenge where expires_at < $1', [now - DAY_MS])
    await sql.change('delete from passkey_challenge where expires_at < $1', [now])
    await sql.change('delete from provider_attempt where expires_at < $1', [now])
    await sql.change('delete from authenticator where confirmed_at is null and created_at < $1', [
      now - DAY_MS,
    ])
  })
  await sweepFiles(parts, now)
  await sweepPartUploads(parts, now)
}
