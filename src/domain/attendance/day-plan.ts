// What a day asks of a person by their rule: nothing, or which slots.
import { daysBetween, weekdayOf } from './local-days.ts'
import { ordered, type RuleSettings, type Slot, type WeekKind } from './slots.ts'

/** What a tenant has said of one day: a holiday, or a day that is worked, such as the Saturday before one. */
export interface CalendarException {
  kind: 'rest' | 'work'
  /** Worked like this weekday (1 Monday to 7 Sunday); null: like its own. */
  likeWeekday: number | null
}

export interface DayPlan {
  kind: 'work' | 'rest'
  /** In the order of the day; none on a day of rest. */
  slots: readonly Slot[]
  punchCount: number
}

type WeekSettings = Pick<RuleSettings, 'weekType' | 'anchorMonday' | 'anchorIs'>

/**
 * Whether the week of a day is a big or a small one. Alternating weeks are counted from the anchor Monday, never by the
 * weeks of the year: after a week 53 two of the same kind would follow each other.
 */
export function weekKindOf({ weekType, anchorMonday, anchorIs }: WeekSettings, day: string): WeekKind {
  if (weekType !== 'alternating') return weekType
  const weeks = Math.floor(daysBetween(anchorMonday ?? day, day) / 7)
  const same = weeks % 2 === 0
  return (anchorIs ?? 'big') === 'big' ? (same ? 'big' : 'small') : same ? 'small' : 'big'
}

const LAST_WORKED: Record<WeekKind, number> = { big: 6, small: 5 }

export function planOf(
  rule: WeekSettings & Pick<RuleSettings, 'slots' | 'punchCount'>,
  day: string,
  exception?: CalendarException,
): DayPlan {
  const { punchCount } = rule
  const rest: DayPlan = { kind: 'rest', slots: [], punchCount }
  const weekday = (exception?.kind === 'work' ? exception.likeWeekday : null) ?? weekdayOf(day)
  const worked = exception ? exception.kind === 'work' : weekday <= LAST_WORKED[weekKindOf(rule, day)]
  if (!worked) return rest
  const slots = ordered(rule.slots).filter(({ days }) => days === undefined || days.includes(weekday))
  return slots.length === 0 ? rest : { kind: 'work', slots, punchCount }
}

/** A version of a rule, as far as it says from when it holds. */
interface Dated {
  validFrom: string
  number: number
}

/** The version that a day is judged by: the latest that holds by then; of two from one day the later written. */
export function versionOn<Version extends Dated>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  let found: Version | undefined
  for (const version of versions) {
    if (version.validFrom > day) continue
    const later =
      !found ||
      version.validFrom > found.validFrom ||
      (version.validFrom === found.validFrom && version.number > found.number)
    if (later) found = version
  }
  return found
}
