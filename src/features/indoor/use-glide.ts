// Devices of a floor as they are seen: on their way from the place before to the newest one.
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { anyMoves, type Move, movesTo, placeOf } from './glide.ts'

/** Often enough for walking people, seldom enough for a tablet. */
const FRAME_MS = 40
/** The same things with the places where they are drawn at this frame. For a few only: each frame is a render. */
export function useGlide<T extends { id: number; x: number; y: number }>(things: readonly T[]): readonly T[] {
  const still = useReducedMotion()
  const moves = useRef<ReadonlyMap<number, Move>>(new Map())
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    moves.current = movesTo(moves.current, things, performance.now(), still)
    let frame = 0
    let last = 0
    const draw = (at: number) => {
      if (at - last >= FRAME_MS) {
        last = at
        setNow(performance.now())
      }
      if (anyMoves(moves.current, performance.now())) frame = requestAnimationFrame(draw)
      else setNow(performance.now())
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [things, still])
  return useMemo(
    () =>
      things.map(thing => {
        const move = moves.current.get(thing.id)
        return move ? { ...thing, ...placeOf(move, now) } : thing
      }),
    [things, now],
  )
}
