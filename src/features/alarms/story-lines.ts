// The lines of an alarm's story: what repeats itself is told once.
import type { AlarmEvent } from '../../domain/alarm/alarm.ts'

export interface Gathered {
  event: AlarmEvent
  times: number
}

/** Repeated notifications in a row become one line with their number and the last time. */
export function gathered(events: readonly AlarmEvent[]): Gathered[] {
  const lines: Gathered[] = []
  for (const event of events) {
    const last = lines.at(-1)
    if (event.kind === 'repeated' && last?.event.kind === 'repeated')
      lines[lines.length - 1] = { event, times: last.times + 1 }
    else lines.push({ event, times: 1 })
  }
  return lines
}
