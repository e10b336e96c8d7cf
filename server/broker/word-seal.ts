// Words between server processes carry a seal of the key that all of them share, their moment and a number. Whoever else may
// speak on the bus, forges, keeps back or says again, moves nothing by it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Log } from '../log.ts'
import { asciiJson } from './ascii-json.ts'

/** What is older says nothing of now: an order that comes so late must not open a door any more. */
export const LATE_MS = 30_000
/** Words of one process overtake each other on the way by so many at most. */
const WINDOW = 4_096
/** Between two lines in the log about the same. */
const TELL_MS = 60_000

const FROM = '{"from":"'
const SEAL = '","seal":"'
const FROM_LENGTH = 36
const SEAL_LENGTH = 43
const SEAL_AT = FROM.length + FROM_LENGTH
const BODY_AT = SEAL_AT + SEAL.length + SEAL_LENGTH + 1
const HEAD = /^,"at":(\d{1,16}),"no":(\d{1,16}),/

/** `unsealed`: by a process of an earlier release, where none is there. */
export type Unheard = 'forged' | 'late' | 'again' | 'unsealed'

const reasons: Readonly<Record<Unheard, string>> = {
  forged: 'their seal is not ours: another SECRET_KEY, or somebody else speaks on the bus',
  late: 'they came too late: the bus is slow, or says again what was said before',
  again: 'they were heard before: the bus says them again',
  unsealed: 'they have no seal, and no process of an earlier release is there',
}

interface Given {
  /** Of all processes of the installation. */
  key: Buffer
  /** The clock that they agree on. */
  now: () => number
  /** Whether a process of an earlier release is there, which seals nothing. */
  unsealedThere: () => boolean
  log: Log
}

export interface WordSeal {
  /** The text of a word: JSON, which processes of earlier releases can read. `from` is a UUID. */
  close(from: string, message: object): string
  /** Whether a text is a word of another process that is heard for the first time, in time. */
  open(text: string): 'heard' | Unheard
  /** Words that were not heard since the start, by why. */
  unheard(): Readonly<Record<Unheard, number>>
}

export function createWordSeal({ key, now, unsealedThere, log }: Given): WordSeal {
  let said = 0
  const sealOf = (from: string, body: string) =>
    createHmac('sha256', key).update(from).update(body).digest('base64url')
  const known = new Map<string, Numbers & { at: number }>()
  const counts: Record<Unheard, number> = { forged: 0, late: 0, again: 0, unsealed: 0 }
  const toldAt = new Map<Unheard, number>()

  const meet = (from: string) => {
    // A process that stopped comes back under another name; what it said before is late by then.
    for (const [other, { at }] of known) if (now() - at > 4 * LATE_MS) known.delete(other)
    const numbers = { ...createNumbers(), at: now() }
    known.set(from, numbers)
    return numbers
  }
  const judge = (text: string): 'heard' | Unheard => {
    const isSealed = text.startsWith(FROM) && text.startsWith(SEAL, SEAL_AT) && text[BODY_AT - 1] === '"'
    if (!isSealed) return unsealedThere() ? 'heard' : 'unsealed'
    const from = text.slice(FROM.length, SEAL_AT)
    const body = text.slice(BODY_AT)
    const given = Buffer.from(text.slice(SEAL_AT + SEAL.length, BODY_AT - 1))
    const own = Buffer.from(sealOf(from, body))
    // In bytes: letters of a forged one may have several.
    if (given.length !== own.length || !timingSafeEqual(given, own)) return 'forged'
    const [, at, no] = HEAD.exec(body) ?? []
    if (at === undefined || no === undefined) return 'forged'
    const time = now()
    if (Math.abs(time - Number(at)) > LATE_MS) return 'late'
    const numbers = known.get(from) ?? meet(from)
    numbers.at = time
    return numbers.take(Number(no)) ? 'heard' : 'again'
  }

  return {
    close: (from, message) => {
      const body = `,"at":${now()},"no":${++said},${asciiJson(JSON.stringify(message)).slice(1)}`
      return `${FROM}${from}${SEAL}${sealOf(from, body)}"${body}`
    },
    open: text => {
      const found = judge(text)
      if (found === 'heard') return found
      counts[found]++
      const time = now()
      if (time - (toldAt.get(found) ?? -TELL_MS) >= TELL_MS) {
        toldAt.set(found, time)
        log.warn({ unheard: counts }, `Words between processes are not heard: ${reasons[found]}`)
      }
      return found
    },
    unheard: () => ({ ...counts }),
  }
}

interface Numbers {
  /** False for a number that was taken, or is too far behind to know. */
  take(no: number): boolean
}

function createNumbers(): Numbers {
  const seen = new Uint8Array(WINDOW)
  let highest: number | undefined
  return {
    take: no => {
      highest ??= no
      if (no > highest) {
        const steps = Math.min(no - highest, WINDOW)
        for (let n = 1; n <= steps; n++) seen[(highest + n) % WINDOW] = 0
        if (steps === WINDOW) seen.fill(0)
        highest = no
      } else if (highest - no >= WINDOW || seen[no % WINDOW] === 1) return false
      seen[no % WINDOW] = 1
      return true
    },
  }
}
