// Which entries of the trace are shown, and how a message is laid out for reading.
import type { TraceEntry } from '../../platform/mqtt-trace.ts'
import { eventLooks } from './broker-words.ts'

export type TraceGroup = 'all' | 'message' | 'connection'

/** Newest first; `text` is looked for in topic, message and detail. */
export function shownEntries(
  entries: readonly TraceEntry[],
  group: TraceGroup,
  text: string,
): readonly TraceEntry[] {
  const wanted = text.trim().toLowerCase()
  return entries
    .filter(entry => group === 'all' || eventLooks[entry.what].group === group)
    .filter(
      ({ topic = '', payload = '', detail }) =>
        wanted === '' || [topic, payload, detail].some(part => part.toLowerCase().includes(wanted)),
    )
    .toReversed()
}

/** JSON with line breaks; anything else, and JSON that was cut, as it came. */
export function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
