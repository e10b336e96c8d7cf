// Who speaks, by ear: the levels that audio packets carry, over a window of four tenths of a second.

/** As loud at least (dBov below zero), for this part of the window. */
const LOUD = 35
const PART = 0.4
const WINDOW_MS = 400
/** A breath between two words does not end a turn. */
const HOLD_MS = 600
const SILENT = 127

interface Heard {
  packets: number
  loud: number
  loudest: number
  /** When the window began. */
  since: number
  level: number
  spokeAt: number
}

export function createSpeakers() {
  const heard = new Map<string, Heard>()
  return {
    /** `level`: 0 is the loudest, 127 silence. */
    hear(id: string, level: number, now: number): void {
      const one = heard.get(id) ?? {
        packets: 0,
        loud: 0,
        loudest: SILENT,
        since: now,
        level: 0,
        spokeAt: Number.NEGATIVE_INFINITY,
      }
      heard.set(id, one)
      one.packets++
      if (level <= LOUD) one.loud++
      one.loudest = Math.min(one.loudest, level)
      if (now - one.since < WINDOW_MS) return
      one.level = one.loudest >= SILENT ? 0 : 10 ** (-one.loudest / 40)
      if (one.loud / one.packets >= PART) one.spokeAt = now
      Object.assign(one, { packets: 0, loud: 0, loudest: SILENT, since: now })
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
