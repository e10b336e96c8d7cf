// The lines of an alarm's story: what repeats itself is told once.
import type { AlarmEvent } from '../../domain/alarm/alarm.ts'

export interface Gathered {
  event: AlarmEvent
  times: number
}

/** Being told again and again without an answer is one line with its number; the last time counts. */
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
