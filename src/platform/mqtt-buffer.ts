// What is to be sent and must arrive: kept until the broker has acknowledged it, in order, and sent again after a loss.
import { BrokerError } from './mqtt-errors.ts'

/** Messages that wait at most (real-time specification, section 9). */
export const BUFFER_MESSAGES = 5_000
/** A message with which the connection broke so often is taken for the cause, and given up. */
const MOST_TRIES = 3

export interface Outgoing {
  topic: string
  payload: string
  qos: 1 | 2
}

interface Entry extends Outgoing {
  tries: number
  resolve: () => void
  reject: (error: BrokerError) => void
}

export interface OutgoingBuffer {
  /** Resolves when acknowledged. Rejects with `bufferFull`, with `refused`, and with `notConnected` at the end. */
  add: (message: Outgoing) => Promise<void>
  /** Sends what waits through a connection that is live, until `lose`. */
  flowInto: (send: (message: Outgoing) => Promise<void>) => void
  /** The connection is gone: what is not acknowledged waits again. */
  lose: () => void
  /** Drops everything: the session is over. */
  clear: () => void
  size: () => number
}

/** Makes an empty buffer; `onChange` is told when its fill changes. */
export function createBuffer(onChange: () => void): OutgoingBuffer {
  // In the order they were given; the first `sent` ones are on their way.
  const entries: Entry[] = []
  let sent = 0
  let sink: ((message: Outgoing) => Promise<void>) | undefined
  let turn = 0
  let alone: Entry | undefined

  const take = (entry: Entry) => {
    const at = entries.indexOf(entry)
    if (at < 0) return
    entries.splice(at, 1)
    if (at < sent) sent -= 1
    if (alone === entry) alone = undefined
    onChange()
  }

  function pump(): void {
    while (sink && !alone) {
      const entry = entries[sent]
      if (!entry) return
      // What was lost on the way goes alone: if it is what the broker closes for, nothing else is blamed.
      if (entry.tries > 0) {
        if (sent > 0) return
        alone = entry
      }
      sent += 1
      send(entry, sink)
    }
  }

  function send(entry: Entry, through: NonNullable<typeof sink>): void {
    const mine = turn
    entry.tries += 1
    through(entry).then(
      () => {
        if (mine !== turn) return
        take(entry)
        entry.resolve()
        pump()
      },
      // The connection tells of its own end; a message that fails by itself is not tried for ever.
      (error: unknown) => {
        if (mine !== turn) return
        if (!(error instanceof BrokerError) || error.id === 'socketClosed' || error.id === 'notConnected')
          return
        take(entry)
        entry.reject(error)
        pump()
      },
    )
  }
  return {
    add(message) {
      if (entries.length >= BUFFER_MESSAGES) return Promise.reject(new BrokerError('bufferFull'))
      const done = new Promise<void>((resolve, reject) => {
        entries.push({ ...message, tries: 0, resolve, reject })
      })
      onChange()
      pump()
      return done
    },
    flowInto(send) {
      sink = send
      pump()
    },
    lose() {
      turn += 1
      sink = undefined
      alone = undefined
      const lost = entries.slice(0, sent)
      sent = 0
      for (const entry of lost) {
        if (entry.tries < MOST_TRIES) continue
        take(entry)
        entry.reject(new BrokerError('refused'))
      }
    },
    clear() {
      turn += 1
      sink = undefined
      alone = undefined
      sent = 0
      for (const entry of entries.splice(0)) entry.reject(new BrokerError('notConnected'))
      onChange()
    },
    size: () => entries.length,
  }
}
