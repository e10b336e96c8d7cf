// What the console asks of the roster beyond the generic endpoints: a week copied, a week published.
import * as z from 'zod/mini'
import { DAY_MS } from '../../domain/durations.ts'
import { moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'

/** A week has up to 169 hours where the clocks are set back. */
const LONGEST_MS = 8 * DAY_MS

const period = z.strictObject({ startsAt: moment, endsAt: moment }).check(
  z.refine(({ startsAt, endsAt }) => endsAt > startsAt, { error: 'periodOrder', path: ['endsAt'] }),
  z.refine(({ startsAt, endsAt }) => endsAt - startsAt <= LONGEST_MS, {
    error: 'tooBig',
    path: ['endsAt'],
  }),
)

/** Publishes the drafts that begin in the period, all or none: `field.overlap` names who would stand in two places. */
export const publishDuty = endpoint({
  service: 'user',
  method: 'POST',
  path: 'duty/publish',
  access: 'dutyShift.save',
  summary: 'Publish the drafts of the roster that begin in a period',
  request: period,
  response: z.object({ published: z.int() }),
})

/** Copies the shifts of the seven days before the period into it, as drafts at the same times of the clock; none twice. */
export const copyDuty = endpoint({
  service: 'user',
  method: 'POST',
  path: 'duty/copy',
  access: 'dutyShift.save',
  summary: 'Copy the roster of the week before into a period, as drafts',
  request: period,
  response: z.object({ copied: z.int() }),
})
