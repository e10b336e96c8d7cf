// A day of a door without a network, on the pure machine in virtual time, with power cuts and rings.
import { chanceOf } from '../../../../server/demo/random.ts'
import type { Manifest } from '../../../../src/domain/advert/manifest.ts'
import type { ClaimedPlay } from '../../../../src/domain/advert/play.ts'
import {
  type PlayerEffect,
  type PlayerEvent,
  quietPlayer,
  stepPlayer,
} from '../../../../src/domain/advert/player.ts'
import { DAY_MS, HOUR_MS } from '../../../../src/domain/durations.ts'

const POWER_CUTS = 12
const RINGS_AN_HOUR = 3

export interface Night {
  kept: Map<string, ClaimedPlay>
  /** Complete plays as somebody in front of the door would have counted them. */
  seen: Set<string>
}

/** Plays for a day; the power goes at any moment, also in the middle of a play. What was not kept by then is gone. */
export function playThrough(manifest: Manifest, from: number): Night {
  const chance = chanceOf(20_261_124)
  const night: Night = { kept: new Map(), seen: new Set() }
  const cuts = Array.from({ length: POWER_CUTS }, () => from + chance.next() * DAY_MS).sort((a, b) => a - b)
  const have = manifest.videos.map(({ sha256 }) => sha256)
  let now = from
  for (let boot = 0; boot <= POWER_CUTS; boot++) {
    const until = Math.round(cuts[boot] ?? from + DAY_MS)
    let state = quietPlayer
    const send = (event: PlayerEvent) => {
      const [next, effects] = stepPlayer(state, event)
      state = next
      for (const effect of effects) perform(effect)
    }
    const perform = (effect: PlayerEffect) => {
      if (effect.do !== 'keepPlay') return
      night.kept.set(effect.play.playId, effect.play)
      if (effect.play.complete) night.seen.add(effect.play.playId)
    }
    send({ type: 'booted', bootId: `boot ${boot}`, manifest, have, plays: [...night.kept.values()] })
    send({ type: 'tick', now })
    while (now < until) {
      const { showing } = state
      if (!showing) {
        now += 1_000
        send({ type: 'tick', now })
        continue
      }
      const begun = now + chance.whole(5, 90)
      const rings = chance.happens((RINGS_AN_HOUR * showing.video.ms) / HOUR_MS)
      const end =
        begun + (rings ? chance.whole(50, showing.video.ms - 600) : showing.video.ms + chance.whole(0, 40))
      if (end > until) break
      send({ type: 'started', playId: showing.playId, now: begun })
      now = end
      if (rings) {
        send({ type: 'needed', need: 'visitor', now })
        now += 25_000
        send({ type: 'free', need: 'visitor', now })
      } else send({ type: 'ended', playId: showing.playId, now })
    }
    // Switched on again after a while.
    now = Math.max(now, until) + chance.whole(5_000, 240_000)
  }
  return night
}
