// Times of a slot as somebody types them: clocks, of which one that is earlier than the one before is in the next night.
import type { Slot } from '../../domain/attendance/slots.ts'

const DAY_MINUTES = 1440

/** The six times of a slot in their order. */
export const slotTimes = ['openFrom', 'start', 'lateUntil', 'cutOff', 'end', 'closeUntil'] as const
export type SlotTime = (typeof slotTimes)[number]

/** Minutes of the day, of which each is the first after the one before that the clock shows; a step back stays one. */
export function withTime(slot: Slot, time: SlotTime, clock: number): Slot {
  const clocks = slotTimes.map(each => (each === time ? clock : slot[each] % DAY_MINUTES))
  const next = { ...slot }
  let before = 0
  for (const [at, each] of slotTimes.entries()) {
    const shown = clocks[at] ?? 0
    const days = Math.floor(before / DAY_MINUTES)
    const same = days * DAY_MINUTES + shown
    // Half a day and more back is the following night; less is a mistake, which is said.
    const wraps = at > 0 && before - same > DAY_MINUTES / 2
    next[each] = Math.min(wraps ? same + DAY_MINUTES : same, 2 * DAY_MINUTES - 1)
    before = next[each]
  }
  return next
}

/** What a new slot begins with. */
export const usualSlots: Record<Slot['name'], Slot> = {
  morning: slotOf('morning', [390, 480, 490, 570, 720, 760]),
  noon: slotOf('noon', [700, 720, 780, 805, 805, 810]),
  afternoon: slotOf('afternoon', [765, 810, 815, 870, 1080, 1120]),
  evening: slotOf('evening', [1125, 1140, 1145, 1200, 1260, 1380]),
}

function slotOf(name: Slot['name'], minutes: readonly number[]): Slot {
  const [openFrom = 0, start = 0, lateUntil = 0, cutOff = 0, end = 0, closeUntil = 0] = minutes
  return { name, openFrom, start, lateUntil, cutOff, end, closeUntil }
}
