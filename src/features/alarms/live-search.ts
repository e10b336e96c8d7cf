// The search part of the address of the live feed.
import * as z from 'zod/mini'
import type { PageQuery } from '../../contract/entity-endpoints.ts'
import { severity } from '../../domain/alarm/alarm-types.ts'

const liveSearch = z.object({
  /** Absent: every severity. */
  severity: z.catch(z.optional(severity), undefined),
  place: z.catch(
    z.optional(
      z.pipe(
        z.union([z.string(), z.number()]),
        z.transform(place => String(place).slice(0, 100)),
      ),
    ),
    undefined,
  ),
  /** Id of the alarm whose details are shown; absent: the one on top. */
  open: z.catch(z.optional(z.int().check(z.positive())), undefined),
})
export type LiveSearch = z.output<typeof liveSearch>

/** What an address of the live feed means. Bad values are dropped. */
export function readLiveSearch(raw: Record<string, unknown>): LiveSearch {
  return z.parse(liveSearch, raw)
}

/** As many as one can scroll through; the log has the rest. */
const SHOWN = 60

// Without counts: what arrives comes in at once, and pausing is the feed's own matter.
const common = { page: 1, size: SHOWN, sort: '-urgency', onTest: false }

const narrowed = ({ severity: wanted, place }: LiveSearch): PageQuery => ({
  ...(wanted && { severity: [wanted] }),
  ...(place && { place }),
})

/** Open alarms: SOS first, then critical ones however old, then the newest. */
export const feedQuery = (search: LiveSearch): PageQuery => ({
  ...common,
  status: ['open', 'taken'],
  ...narrowed(search),
})
