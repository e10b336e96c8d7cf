// A player for a page, and what React reads of it.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Playback, PlaybackSpeed } from '../../../domain/track/playback.ts'
import { lengthOf, momentAt, playedAt, type Timeline } from '../../../domain/track/timeline.ts'
import { createPlayer, type Player } from './playback.driver.ts'

/** The state; another object only when something changed. */
export const usePlayback = (player: Player): Playback => useSyncExternalStore(player.subscribe, player.state)

/** Milliseconds played, told once a frame. */
export const usePlayed = (player: Player): number => useSyncExternalStore(player.subscribe, player.played)

/** Where the playing begins, if the address says it. */
interface Beginning {
  at: number | undefined
  speed: PlaybackSpeed | undefined
}

/**
 * A player of a timeline, a new one for each subject. Another timeline of the same subject (a filter, silences) keeps the
 * moment; the first one begins at `at`.
 */
export function usePlayer(timeline: Timeline | undefined, begin: Beginning, subject: string): Player {
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins is asked once, when the subject is chosen
  const played = useMemo(
    (): { player: Player; begin: Beginning; shown?: Timeline } => ({ player: createPlayer(), begin }),
    [subject],
  )
  useEffect(() => () => played.player.stop(), [played])
  useEffect(() => {
    const { player, shown } = played
    if (!timeline) {
      player.send({ on: 'cleared' })
      return
    }
    const { at, speed } = played.begin
    if (!shown && speed) player.send({ on: 'speedChosen', speed })
    const moment = shown ? momentAt(shown, player.played()) : at
    const again = shown !== undefined && player.state().is !== 'reset'
    const { is, rate } = player.state()
    played.shown = timeline
    player.send({
      on: 'loaded',
      length: lengthOf(timeline),
      ...(moment !== undefined && { at: playedAt(timeline, moment) }),
      ...(again && { rate }),
    })
    // The same tracks asked for again, or a switch: who watches goes on watching.
    if (again && is === 'playing') player.send({ on: 'playPressed' })
  }, [played, timeline])
  return played.player
}
