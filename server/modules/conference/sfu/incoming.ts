// What one participant sends over one line: missing packets are asked for again, key frames not too often.
import { nack, pictureLoss } from './rtcp.ts'
import { sequenceStep } from './rtp.ts'

/** A packet that is missing is asked for so often, so far apart, and then given up. */
const TRIES = 6
const TRY_MS = 80
const MOST_MISSING = 200
/** Beyond this it is no loss but another beginning. */
const LEAP = 1000

export interface Incoming {
  /** Notes a packet's number; sends what follows from it. */
  take(sequence: number, now: number): void
  /** Somebody needs a frame that stands by itself. */
  wantKeyFrame(now: number): void
  /** A key frame has come. */
  hadKeyFrame(): void
  /** Asks again for what is still missing; called every few hundredths of a second. */
  tend(now: number): void
}

export function createIncoming(options: {
  ssrc: number
  /** Of this end, in feedback. */
  own: number
  repairs: boolean
  /** A key frame costs all who watch: asked for no more often, and once more where it did not come. */
  keyFrameMs: number
  send(rtcp: Buffer): void
}): Incoming {
  const { ssrc, own, repairs, keyFrameMs, send } = options
  let highest: number | undefined
  const missing = new Map<number, { tries: number; at: number }>()
  let askedAt = Number.NEGATIVE_INFINITY
  let wanted = false

  const askFor = (sequences: number[]) => {
    if (sequences.length > 0) send(nack(own, ssrc, sequences))
  }
  const askForKeyFrame = (now: number) => {
    askedAt = now
    send(pictureLoss(own, ssrc))
  }
  return {
    take(sequence, now) {
      if (!repairs) return
      missing.delete(sequence)
      const step = highest === undefined ? 1 : sequenceStep(highest, sequence)
      if (step <= 0 && step > -LEAP) return
      if (highest !== undefined && step > 1 && step < LEAP) {
        const gap: number[] = []
        for (let ahead = 1; ahead < step; ahead++) gap.push((highest + ahead) & 0xffff)
        for (const one of gap) missing.set(one, { tries: 1, at: now })
        askFor(gap)
        if (missing.size > MOST_MISSING) {
          missing.clear()
          this.wantKeyFrame(now)
        }
      }
      highest = sequence
    },
    wantKeyFrame(now) {
      wanted = true
      if (now - askedAt >= keyFrameMs) askForKeyFrame(now)
    },
    hadKeyFrame() {
      wanted = false
    },
    tend(now) {
      const again: number[] = []
      for (const [sequence, entry] of missing) {
        if (now - entry.at < TRY_MS) continue
        if (entry.tries >= TRIES) {
          missing.delete(sequence)
          wanted = true
          continue
        }
        entry.tries++
        entry.at = now
        again.push(sequence)
      }
      askFor(again)
      if (wanted && now - askedAt >= keyFrameMs) askForKeyFrame(now)
    },
  }
}
