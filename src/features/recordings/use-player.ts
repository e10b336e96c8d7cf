// What the player shows now; while it plays the place moves on by itself.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { placeAt } from '../../domain/recordings/playing.ts'
import type { PlayerState, RecordingPlayer } from './recording-player.driver.ts'

const TICK_MS = 100

export function usePlayer(player: RecordingPlayer): PlayerState {
  const state = useSyncExternalStore(player.subscribe, player.read)
  const { playing } = state
  const [at, setAt] = useState(state.at)
  useEffect(() => {
    const show = () => setAt(placeAt(playing, performance.now()))
    show()
    if (!playing.on || playing.waiting) return
    const timer = setInterval(show, TICK_MS)
    return () => clearInterval(timer)
  }, [playing])
  return { ...state, at }
}
