// How much one line to a receiver can carry: learnt from when its packets came there (delay that grows, loss), after the
// draft of Google's congestion control (draft-ietf-rmcat-gcc-02), and tried upwards with packets that were sent before.

/** Before anything is known: some small pictures and all sound. */
const FIRST_BITS = 1_000_000
const LEAST_BITS = 60_000
const MOST_BITS = 50_000_000
const NUMBERS = 0x10000
const REMEMBERED = 8_192
/** What leaves within so many milliseconds counts as one group. */
const BURST_MS = 5
const WINDOW = 20
const SMOOTH = 0.9
const GAIN = 4
const MOST_DELTAS = 60
const OVERUSE_MS = 10
const [THRESHOLD, LEAST_THRESHOLD, MOST_THRESHOLD] = [12.5, 6, 600]
const [THRESHOLD_UP, THRESHOLD_DOWN] = [0.0087, 0.039]
const AFTER_OVERUSE = 0.85
/** Later than the quickest of the last seconds by this much: something stands in a queue. */
const STANDING_MS = 15
const FLOOR_MS = 5_000
const GROWTH_PER_SECOND = 1.08
/** Below the first share of lost packets the line may carry more, above the second less. */
const [LITTLE_LOSS, MUCH_LOSS] = [0.02, 0.1]
const LOSS_MS = 1_000
const LEAST_FOR_LOSS = 20
/** Of so few packets chance alone may lose many: this many standard deviations beyond the share are no chance. */
const NO_CHANCE = 2
const RATE_MS = 500
/** One trial upwards: so long, so far, and not again sooner. */
const TRIAL_MS = 120
const TRIAL_WAIT_MS = 500
const FIRST_FACTOR = 2
const FACTOR = 1.5
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 20_000
const AFTER_TRIAL = 0.9
/** For so long after a sign of congestion the line counts as full. */
const FULL_MS = 2_000

interface Sent {
  number: number
  at: number
  bytes: number
  trial: number
}

interface Group {
  sentAt: number
  lastSentAt: number
  cameAt: number
}

interface Trial {
  id: number
  began: number
  until: number
  bits: number
  sent: number
  bytes: number
  firstAt: number | undefined
  lastAt: number
  came: number
}

export interface Downlink {
  /** The number under which a packet leaves now. */
  sent(bytes: number, now: number): number
  arrivals(packets: readonly { number: number; atMs: number | undefined }[], now: number): void
  /** Of receivers that tell nothing but their loss. */
  loss(share: number, now: number): void
  /** Bits a second that the line is believed to carry. */
  bits(): number
  /** There was a sign of congestion a moment ago. */
  isFull(now: number): boolean
  /** More is wanted than the line is believed to carry: bytes to be repeated now, to learn whether it carries them. */
  tryMore(now: number): number
}

/** `counts`: the receiver says when packets came. Whoever does not is given what they want until they lose of it. */
export function createDownlink({ counts }: { counts: boolean }): Downlink {
  let next = 1
  const log: (Sent | undefined)[] = new Array<Sent | undefined>(REMEMBERED)
  let bits = counts ? FIRST_BITS : MOST_BITS
  let fullUntil = Number.NEGATIVE_INFINITY

  // --- what came, and how fast
  let came: { at: number; bytes: number }[] = []
  let losses: { at: number; came: number; lost: number }[] = []
  let grownAt: number | undefined

  // --- delay
  let group: Group | undefined
  let previous: Group | undefined
  let delay = 0
  let smoothed = 0
  let deltas = 0
  /** The least delay of this while and of the one before, so that clocks may drift. */
  let floor = { since: 0, least: Number.POSITIVE_INFINITY, before: Number.POSITIVE_INFINITY }
  const points: { x: number; y: number }[] = []
  let firstCame: number | undefined
  let threshold = THRESHOLD
  let thresholdAt: number | undefined
  let overSince: number | undefined
  let trendBefore = 0
  let overused = false
  let underused = false

  // --- trials
  let trial: Trial | undefined
  let trials = 0
  let nextTrialAt = 0
  let pause = FIRST_PAUSE_MS
  let rising = true
  let lastSentAt = 0
  let leaving = { since: 0, bytes: 0, bits: 0 }

  const slope = (): number | undefined => {
    if (points.length < WINDOW) return undefined
    const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
    let [above, below] = [0, 0]
    for (const { x, y } of points) {
      above += (x - meanX) * (y - meanY)
      below += (x - meanX) ** 2
    }
    return below === 0 ? undefined : above / below
  }
  const judge = (cameAt: number, gap: number): void => {
    const found = slope()
    if (found === undefined) return
    const trend = Math.min(deltas, MOST_DELTAS) * found * GAIN
    underused = trend < -threshold
    if (trend > threshold) {
      overSince ??= cameAt - gap / 2
      if (cameAt - overSince > OVERUSE_MS && trend >= trendBefore) overused = true
    } else overSince = undefined
    trendBefore = trend
    const distance = Math.abs(trend) - threshold
    if (distance <= 15) {
      const passed = Math.min(100, cameAt - (thresholdAt ?? cameAt))
      threshold += distance * (distance < 0 ? THRESHOLD_DOWN : THRESHOLD_UP) * passed
      threshold = Math.min(MOST_THRESHOLD, Math.max(LEAST_THRESHOLD, threshold))
    }
    thresholdAt = cameAt
  }
  const noteDelay = (sentAt: number, cameAt: number): void => {
    if (!group) {
      group = { sentAt, lastSentAt: sentAt, cameAt }
      return
    }
    if (sentAt < group.sentAt) return
    if (sentAt - group.sentAt <= BURST_MS) {
      group.lastSentAt = Math.max(group.lastSentAt, sentAt)
      group.cameAt = Math.max(group.cameAt, cameAt)
      return
    }
    if (previous) {
      const gap = group.cameAt - previous.cameAt
      delay += gap - (group.lastSentAt - previous.lastSentAt)
      deltas++
      if (group.cameAt - floor.since > FLOOR_MS)
        floor = { since: group.cameAt, least: Number.POSITIVE_INFINITY, before: floor.least }
      floor.least = Math.min(floor.least, delay)
      smoothed = SMOOTH * smoothed + (1 - SMOOTH) * delay
      firstCame ??= group.cameAt
      points.push({ x: group.cameAt - firstCame, y: smoothed })
      if (points.length > WINDOW) points.shift()
      judge(group.cameAt, gap)
    }
    previous = group
    group = { sentAt, lastSentAt: sentAt, cameAt }
  }

  const rate = (): number => {
    const newest = came.at(-1)?.at ?? 0
    came = came.filter(({ at }) => newest - at <= RATE_MS)
    const bytes = came.reduce((sum, one) => sum + one.bytes, 0)
    return (bytes * 8_000) / RATE_MS
  }
  const lossNow = (now: number): { share: number; isMuch: boolean } | undefined => {
    losses = losses.filter(({ at }) => now - at <= LOSS_MS)
    const lost = sum(losses.map(one => one.lost))
    const all = lost + sum(losses.map(one => one.came))
    if (all < LEAST_FOR_LOSS) return undefined
    const deviation = Math.sqrt(all * MUCH_LOSS * (1 - MUCH_LOSS))
    return { share: lost / all, isMuch: lost > all * MUCH_LOSS + NO_CHANCE * deviation }
  }
  const become = (wanted: number) => {
    bits = Math.min(MOST_BITS, Math.max(LEAST_BITS, wanted))
  }
  const shrink = (to: number, now: number) => {
    become(Math.min(bits, to))
    fullUntil = now + FULL_MS
    rising = false
    grownAt = now
    if (trial) trial = undefined
    pause = Math.min(LONGEST_PAUSE_MS, Math.max(TRIAL_WAIT_MS, pause * 2))
    nextTrialAt = now + FULL_MS + pause
  }
  const settle = (now: number): void => {
    const loss = lossNow(now)
    if (overused) {
      overused = false
      // A pause of a processor or of a radio lets packets come late together and the next ones in time; a queue stays.
      if (delay - Math.min(floor.least, floor.before) < STANDING_MS) return
      // Once for what was seen: it takes a moment until less that is sent is seen there.
      if (now >= fullUntil - FULL_MS + 300) shrink(AFTER_OVERUSE * rate(), now)
      return
    }
    if (loss?.isMuch) {
      losses = []
      shrink(Math.max(bits, rate()) * (1 - loss.share / 2), now)
      return
    }
    const passed = Math.min(1_000, now - (grownAt ?? now))
    grownAt = now
    if (underused || now < fullUntil || (loss?.share ?? 0) > LITTLE_LOSS) return
    const carried = rate()
    const grown = Math.min(bits * GROWTH_PER_SECOND ** (passed / 1000), 1.5 * carried + 10_000)
    if (grown > bits) become(grown)
  }
  const finish = (done: Trial, now: number): void => {
    trial = undefined
    const passed = done.lastAt - (done.firstAt ?? done.lastAt)
    const delivered = passed > 0 ? (done.came * 8_000) / passed : 0
    const reached = Math.min(done.bits, delivered)
    if (reached > bits * 1.1) {
      become(Math.max(bits, AFTER_TRIAL * reached))
      pause = rising ? FIRST_PAUSE_MS : TRIAL_WAIT_MS
    } else {
      rising = false
      pause = Math.min(LONGEST_PAUSE_MS, Math.max(TRIAL_WAIT_MS, pause * 2))
    }
    nextTrialAt = now + pause
  }

  return {
    sent(bytes, now) {
      const number = next++
      lastSentAt = now
      leaving.bytes += bytes
      if (now - leaving.since > RATE_MS)
        leaving = { since: now, bytes: 0, bits: (leaving.bytes * 8_000) / (now - leaving.since) }
      const of = trial && now <= trial.until ? trial : undefined
      if (of) of.sent += bytes
      log[number % REMEMBERED] = { number, at: now, bytes, trial: of?.id ?? 0 }
      return number % NUMBERS
    },
    arrivals(packets, now) {
      let [got, lost] = [0, 0]
      for (const { number, atMs } of packets) {
        const whole = next - ((next - number) & (NUMBERS - 1))
        const one = log[whole % REMEMBERED]
        if (!one || one.number !== whole) continue
        if (atMs === undefined) {
          lost++
          continue
        }
        log[whole % REMEMBERED] = undefined
        got++
        came.push({ at: atMs, bytes: one.bytes })
        if (trial && one.trial === trial.id) {
          trial.firstAt ??= atMs
          if (trial.firstAt !== atMs || trial.came > 0) trial.came += one.bytes
          trial.lastAt = Math.max(trial.lastAt, atMs)
        }
        noteDelay(one.at, atMs)
      }
      losses.push({ at: now, came: got, lost })
      settle(now)
      if (trial && now > trial.until + TRIAL_WAIT_MS / 2) finish(trial, now)
    },
    loss(share, now) {
      if (share > MUCH_LOSS) shrink(Math.min(bits, leaving.bits) * (1 - share / 2), now)
      else if (share < LITTLE_LOSS) become(bits * GROWTH_PER_SECOND)
    },
    bits: () => bits,
    isFull: now => now < fullUntil,
    tryMore(now) {
      if (!trial) {
        // Nothing leaves at all: there is nothing that could be repeated, and nobody who would tell.
        if (now < nextTrialAt || now < fullUntil || now - lastSentAt > TRIAL_WAIT_MS) return 0
        trial = {
          id: ++trials,
          began: now,
          until: now + TRIAL_MS,
          bits: bits * (rising ? FIRST_FACTOR : FACTOR),
          sent: 0,
          bytes: 0,
          firstAt: undefined,
          lastAt: 0,
          came: 0,
        }
      }
      if (now > trial.until) {
        // No word of it at all: this receiver tells nothing, or the line is gone.
        if (now > trial.until + 4 * TRIAL_WAIT_MS) finish(trial, now)
        return 0
      }
      const due = (trial.bits / 8_000) * (now - trial.began + 10)
      return Math.max(0, Math.round(due - trial.sent))
    },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length
