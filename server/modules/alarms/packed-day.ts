// What statistics need to know of the alarms of one day, in a few bytes each: words and names go by their numbers.
import { PackedReader, PackedWriter } from '../../../src/domain/packed-bytes.ts'

/** An alarm as statistics see it. Words are numbers of `alarm_word`; 0 is none. */
export interface AlarmFacts {
  /** Epoch milliseconds. */
  raisedAt: number
  type: number
  severity: number
  kind: number
  place: number
  /** 0: in none. */
  department: number
  device: number
  open: boolean
  /** Open, and somebody deals with it. */
  taken: boolean
  onTest: boolean
  /** Seconds until somebody acknowledged or handled it; null: nobody did. */
  seenAfter: number | null
  doneAfter: number | null
}

const OPEN = 1
const ON_TEST = 2
const SEEN = 4
const DONE = 8
const TAKEN = 16

/** Packs alarms of a day in the order of time. `start` is when the day begins. */
export function packDay(start: number, alarms: readonly AlarmFacts[]): Uint8Array {
  const writer = new PackedWriter()
  let last = start
  for (const alarm of alarms) {
    writer.whole(alarm.raisedAt - last)
    last = alarm.raisedAt
    writer.byte(
      (alarm.open ? OPEN : 0) |
        (alarm.taken ? TAKEN : 0) |
        (alarm.onTest ? ON_TEST : 0) |
        (alarm.seenAfter === null ? 0 : SEEN) |
        (alarm.doneAfter === null ? 0 : DONE),
    )
    for (const figure of [
      alarm.type,
      alarm.severity,
      alarm.kind,
      alarm.place,
      alarm.department,
      alarm.device,
    ])
      writer.whole(figure)
    if (alarm.seenAfter !== null) writer.signed(alarm.seenAfter)
    if (alarm.doneAfter !== null) writer.signed(alarm.doneAfter)
  }
  return writer.done()
}

/** Tells what `packDay` wrote, one by one. The object is the same each time: whoever keeps it, copies it. */
export function unpackDay(start: number, bytes: Uint8Array, tell: (alarm: AlarmFacts) => void): void {
  const reader = new PackedReader(bytes)
  const alarm: AlarmFacts = {
    raisedAt: start,
    type: 0,
    severity: 0,
    kind: 0,
    place: 0,
    department: 0,
    device: 0,
    open: false,
    taken: false,
    onTest: false,
    seenAfter: null,
    doneAfter: null,
  }
  while (reader.left > 0) {
    alarm.raisedAt += reader.whole()
    const flags = reader.byte()
    alarm.open = (flags & OPEN) !== 0
    alarm.taken = (flags & TAKEN) !== 0
    alarm.onTest = (flags & ON_TEST) !== 0
    alarm.type = reader.whole()
    alarm.severity = reader.whole()
    alarm.kind = reader.whole()
    alarm.place = reader.whole()
    alarm.department = reader.whole()
    alarm.device = reader.whole()
    alarm.seenAfter = flags & SEEN ? reader.signed() : null
    alarm.doneAfter = flags & DONE ? reader.signed() : null
    tell(alarm)
  }
}
