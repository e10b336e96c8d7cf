// The calendar that days are counted by: the browser's own, until somebody names another zone's.

/** A date, and the minute of its day. `month` 1 to 12. */
export interface ShownTime {
  year: number
  month: number
  day: number
  minute: number
}

export interface Calendar {
  /** IANA name of its zone. */
  zone: () => string
  /** What its clocks show at a moment. */
  shown: (at: number) => ShownTime
  /**
   * The first moment of a day, or of a minute of it. Minutes, days and months beyond the day's, month's or year's end
   * count on.
   */
  startOf: (year: number, month: number, day: number, minute?: number) => number
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const own: Calendar = {
  zone: ownZone,
  shown: at => {
    const date = new Date(at)
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      minute: date.getHours() * 60 + date.getMinutes(),
    }
  },
  startOf: (year, month, day, minute = 0) => new Date(year, month - 1, day, 0, minute).getTime(),
}

let named = own

/** Names the calendar; nothing: the browser's own again. Called once at start. */
export function countDaysBy(calendar: Calendar = own): void {
  named = calendar
}

/** The calendar of days. */
export const dayCalendar = (): Calendar => named

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** The day that a moment lies in, as `YYYY-MM-DD`. */
export function dayText(at: number, calendar = named): string {
  const { year, month, day } = calendar.shown(at)
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** A moment as `YYYY-MM-DD HH:mm:ss` by the calendar of days. */
export function calendarMoment(at: number, calendar = named): string {
  const { minute } = calendar.shown(at)
  // No zone is ahead of another by a part of a minute.
  const second = Math.floor(at / 1000) % 60
  return `${dayText(at, calendar)} ${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:${pad(second)}`
}

/** A moment to the minute, as `YYYY-MM-DD HH:mm`. */
export const minuteText = (at: number, calendar = named): string => calendarMoment(at, calendar).slice(0, 16)

/** The zone that days are counted in, where it is not the viewer's own: then it must be said. */
export function otherZone(calendar = named): string | undefined {
  const zone = calendar.zone()
  return zone === ownZone() ? undefined : zone
}
