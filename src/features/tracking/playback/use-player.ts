// A player for a page, and what React reads of it.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Playback, PlaybackSpeed } from '../../../domain/track/playback.ts'
import { lengthOf, momentAt, playedAt, type Timeline } from '../../../domain/track/timeline.ts'
import { createPlayer, type Player } from './playback.driver.ts'

/** The state; another object only when something changed. */
export const usePlayback = (player: Player): Playback => useSyncExternalStore(player.subscribe, player.state)

/** Milliseconds played, told once a frame. */
export const usePlayed = (player: Player): number => useSyncExternalStore(player.subscribe, player.played)

/**
 * A player of a timeline. Another timeline of the same tracks (a filter, silences) keeps the moment; the first one begins
 * at `at`.
 */
export function usePlayer(
  timeline: Timeline | undefined,
  begin: { at: number | undefined; speed: PlaybackSpeed | undefined },
): Player {
  const [player] = useState(createPlayer)
  const first = useRef(begin)
  const shown = useRef<Timeline>(undefined)
  useEffect(() => () => player.stop(), [player])
  useEffect(() => {
    if (!timeline) {
      player.send({ on: 'cleared' })
      return
    }
    const { at, speed } = first.current
    if (!shown.current && speed) player.send({ on: 'speedChosen', speed })
    const moment = shown.current ? momentAt(shown.current, player.played()) : at
    const again = shown.current !== undefined && player.state().is !== 'reset'
    const { is, rate } = player.state()
    shown.current = timeline
    player.send({
      on: 'loaded',
      length: lengthOf(timeline),
      ...(moment !== undefined && { at: playedAt(timeline, moment) }),
      ...(again && { rate }),
    })
    // The same tracks asked for again, or a switch: who watches goes on watching.
    if (again && is === 'playing') player.send({ on: 'playPressed' })
  }, [player, timeline])
  return player
}
