// The zone of the person's tenant, and the calendar of its days.
import { localTime, momentOf } from '../domain/report/zone-time.ts'
import { getSession } from '../platform/session-store.ts'
import { type Calendar, ownZone } from '../ui/calendar.ts'

/**
 * The zone that days are counted in, and that something new starts with: the tenant's, as it works for everybody there.
 * The browser's where the session does not tell it.
 */
export const tenantZone = (): string => getSession()?.user.tenantZone ?? ownZone()

/** The calendar of a zone; `zone` is asked each time. */
const calendarBy = (zone: () => string): Calendar => ({
  zone,
  shown: at => localTime(zone(), at),
  startOf: (year, month, day, minute) => momentOf(zone(), year, month, day, minute),
})

/** Days as everybody of the tenant counts them, wherever they look from. */
export const tenantCalendar: Calendar = calendarBy(tenantZone)

/** The calendar of a zone by its IANA name. */
export const calendarOf = (zone: string): Calendar => calendarBy(() => zone)
