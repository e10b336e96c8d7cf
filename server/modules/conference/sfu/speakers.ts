// Who speaks, by ear: the levels that audio packets carry, over a window of four tenths of a second that moves on in steps.

/** As loud at least (dBov below zero), for this part of the window. */
const LOUD = 35
const PART = 0.4
const STEP_MS = 100
const STEPS = 4
const WINDOW_MS = STEPS * STEP_MS
/** A breath between two words does not end a turn. */
const HOLD_MS = 600
const SILENT = 127

interface Step {
  packets: number
  loud: number
  loudest: number
}

interface Heard {
  /** The newest is last, and still growing. */
  steps: Step[]
  /** When the newest began. */
  since: number
  level: number
  spokeAt: number
}

const emptyStep = (): Step => ({ packets: 0, loud: 0, loudest: SILENT })

export function createSpeakers() {
  const heard = new Map<string, Heard>()
  /** Of a window that is whole: how loud it was, and whether that is somebody speaking. */
  const weigh = (one: Heard, now: number): void => {
    let [packets, loud, loudest] = [0, 0, SILENT]
    for (const step of one.steps) {
      packets += step.packets
      loud += step.loud
      loudest = Math.min(loudest, step.loudest)
    }
    one.level = loudest >= SILENT ? 0 : 10 ** (-loudest / 40)
    if (loud / packets >= PART) one.spokeAt = now
  }
  return {
    /** `level`: 0 is the loudest, 127 silence. */
    hear(id: string, level: number, now: number): void {
      const one = heard.get(id) ?? {
        steps: [emptyStep()],
        since: now,
        level: 0,
        spokeAt: Number.NEGATIVE_INFINITY,
      }
      heard.set(id, one)
      const step = one.steps.at(-1)
      if (!step) return
      step.packets++
      if (level <= LOUD) step.loud++
      step.loudest = Math.min(step.loudest, level)
      if (now - one.since < STEP_MS) return
      one.since = now
      if (one.steps.length >= STEPS) {
        weigh(one, now)
        one.steps.shift()
      }
      one.steps.push(emptyStep())
    },
    forget: (id: string): void => void heard.delete(id),
    /** Of those who were heard lately: how loud, 0 to 1, and who speaks. */
    now(now: number): { volumes: { id: string; level: number }[]; speaking: string[] } {
      const volumes: { id: string; level: number }[] = []
      const speaking: string[] = []
      for (const [id, one] of heard) {
        if (now - one.since > 2 * WINDOW_MS) one.level = 0
        if (one.level > 0) volumes.push({ id, level: Math.round(one.level * 100) / 100 })
        if (now - one.spokeAt <= HOLD_MS) speaking.push(id)
      }
      return { volumes, speaking }
    },
  }
}
