// What a wall shows: its scenes in turn, until an SOS that nobody has taken interrupts them. It goes back when somebody has
// taken it, and never because time has passed.

/** An SOS that waits, the oldest first. */
export interface WaitingSos {
  id: number
  raisedAt: number
}

export type Rotation =
  | { is: 'showing'; view: number; since: number }
  | { is: 'interrupted'; sos: number; view: number }

export const startRotation = (now: number): Rotation => ({ is: 'showing', view: 0, since: now })

const oldest = (waiting: readonly WaitingSos[]): WaitingSos | undefined =>
  waiting.reduce<WaitingSos | undefined>(
    (first, one) =>
      !first || one.raisedAt < first.raisedAt || (one.raisedAt === first.raisedAt && one.id < first.id)
        ? one
        : first,
    undefined,
  )

/** The next state by what is known now; the same object where nothing changes. */
export function rotate(
  rotation: Rotation,
  {
    now,
    waiting,
    views,
    seconds,
  }: { now: number; waiting: readonly WaitingSos[]; views: number; seconds: number },
): Rotation {
  const first = oldest(waiting)
  const { view } = rotation
  if (first)
    return rotation.is === 'interrupted' && rotation.sos === first.id
      ? rotation
      : { is: 'interrupted', sos: first.id, view }
  if (rotation.is === 'interrupted') return { is: 'showing', view, since: now }
  // The scenes of the wall became fewer.
  if (view >= views) return { is: 'showing', view: 0, since: now }
  const left = seconds * 1000 - (now - rotation.since)
  // A clock that was set back would else hold a scene for hours.
  if (left > 0 && now >= rotation.since) return rotation
  return views < 2 ? { ...rotation, since: now } : { is: 'showing', view: (view + 1) % views, since: now }
}
