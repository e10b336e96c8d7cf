// One live picture: asked for, connecting, playing, stalled, lost with the next try, or refused for good. Pure; moments and
// numbers of attempts come with the events.
import type { CameraFault, CameraHealth, CameraStream } from '../camera/camera.ts'

/** Why there is no picture: what the server says of the camera, and what only this page knows. */
export type WatchFault =
  | CameraFault
  /** The line between the server and this page. */
  | 'line'
  /** So many are watched by this person already, over all pages and windows. */
  | 'tooMany'
  | 'forbidden'
  /** There is no such camera any more. */
  | 'gone'

/** These do not pass by themselves: no further try is made, an account least of all, which cameras lock. */
const LASTING: ReadonlySet<WatchFault> = new Set([
  'account',
  'codec',
  'noPicture',
  'noStream',
  'network',
  'off',
  'forbidden',
  'gone',
])

interface Watched {
  attempt: number
  stream: CameraStream
}

export type Player =
  | { is: 'off' }
  | ({ is: 'connecting'; since: number; tries: number; lostSince: number | undefined } & Watched)
  | ({ is: 'playing'; since: number } & Watched)
  /** The line stands, but no new picture comes. */
  | ({ is: 'stalled'; since: number } & Watched)
  | ({ is: 'lost'; since: number; tries: number; nextAt: number; why: WatchFault } & Watched)
  | ({ is: 'refused'; why: WatchFault } & Watched)

export type PlayerEvent =
  | { on: 'open'; stream: CameraStream; at: number }
  | { on: 'close' }
  /** Frames were decoded since the last look, or not. */
  | { on: 'frames'; attempt: number; grew: boolean; at: number }
  | { on: 'failed'; attempt: number; why: WatchFault; at: number }
  /** Nothing came for as long as a line is waited for. */
  | { on: 'overdue'; attempt: number; at: number }
  | { on: 'again'; at: number }

export type PlayerEffect =
  /** `goesOn`: what plays now stays in sight until the new one does. */
  | { do: 'connect'; attempt: number; stream: CameraStream; goesOn: boolean }
  | { do: 'hangUp' }
  /** Try again in so many milliseconds. */
  | { do: 'wait'; milliseconds: number }
  | { do: 'stopWaiting' }

type Step = readonly [Player, readonly PlayerEffect[]]

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** Pauses between tries grow: 1, 2, 4, 8, 16, then 30 seconds. */
export const pauseBefore = (tries: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10))

export const switchedOff: Player = { is: 'off' }

export function stepPlayer(player: Player, event: PlayerEvent): Step {
  switch (event.on) {
    case 'open':
      return player.is !== 'off' && player.stream === event.stream
        ? [player, []]
        : connect(player, event.stream, event.at, 0, undefined)
    case 'close':
      return player.is === 'off' ? [player, []] : [switchedOff, [{ do: 'stopWaiting' }, { do: 'hangUp' }]]
    case 'frames':
      return frames(player, event)
    case 'failed':
      return failed(player, event)
    case 'overdue':
      if (player.is !== 'connecting' && player.is !== 'stalled') return [player, []]
      return failed(player, { attempt: event.attempt, why: 'line', at: event.at })
    case 'again':
      if (player.is === 'lost') return connect(player, player.stream, event.at, player.tries, player.since)
      // Pressed by a person who has mended it.
      if (player.is === 'refused' || player.is === 'stalled')
        return connect(player, player.stream, event.at, 0, undefined)
      return [player, []]
  }
}

function connect(
  player: Player,
  stream: CameraStream,
  at: number,
  tries: number,
  lostSince: number | undefined,
): Step {
  const attempt = player.is === 'off' ? 1 : player.attempt + 1
  return [
    { is: 'connecting', attempt, stream, since: at, tries, lostSince },
    [{ do: 'stopWaiting' }, { do: 'connect', attempt, stream, goesOn: player.is === 'playing' }],
  ]
}

function frames(player: Player, { attempt, grew, at }: { attempt: number; grew: boolean; at: number }): Step {
  if (player.is === 'off' || player.attempt !== attempt) return [player, []]
  const { stream } = player
  if (grew && (player.is === 'connecting' || player.is === 'stalled'))
    return [{ is: 'playing', attempt, stream, since: at }, []]
  if (!grew && player.is === 'playing') return [{ is: 'stalled', attempt, stream, since: at }, []]
  return [player, []]
}

function failed(
  player: Player,
  { attempt, why, at }: { attempt: number; why: WatchFault; at: number },
): Step {
  if (player.is === 'off' || player.is === 'lost' || player.is === 'refused' || player.attempt !== attempt)
    return [player, []]
  const { stream } = player
  if (LASTING.has(why)) return [{ is: 'refused', attempt, stream, why }, [{ do: 'hangUp' }]]
  const tries = player.is === 'connecting' ? player.tries : 0
  const since =
    player.is === 'connecting'
      ? (player.lostSince ?? player.since)
      : player.is === 'stalled'
        ? player.since
        : at
  const milliseconds = pauseBefore(tries)
  return [
    { is: 'lost', attempt, stream, since, tries: tries + 1, nextAt: at + milliseconds, why },
    [{ do: 'hangUp' }, { do: 'wait', milliseconds }],
  ]
}

/** What came in over the last second, by the browser's counters. */
export interface PictureHealth {
  width: number
  height: number
  framesPerSecond: number
  /** Of the packets on the way from the server, 0 to 100; null: none came. */
  lossPercent: number | null
  /** From the server to the screen, in milliseconds. */
  delayMs: number | null
}

/** How a picture is told of: what this page sees and what the server knows, as one. */
export type Shown =
  | { is: 'off' }
  | { is: 'connecting'; since: number }
  | { is: 'live' }
  /** Pictures come, but not all of them. */
  | { is: 'poor'; lossPercent: number }
  | { is: 'stalled'; since: number }
  | { is: 'lost'; since: number; tries: number; nextAt: number | undefined; why: WatchFault }
  | { is: 'refused'; why: WatchFault }

/** From so many per cent on, pictures visibly miss parts. */
const POOR_PERCENT = 2

/** The server's word on a camera goes before what this page guesses from pictures that stay away. */
export function shownOf(
  player: Player,
  server: Pick<CameraHealth, 'state' | 'since' | 'fault' | 'attempts' | 'nextTryAt' | 'streams'> | undefined,
  health: PictureHealth | undefined,
): Shown {
  if (player.is === 'off' || player.is === 'refused') return player
  if (server?.state === 'waiting' && player.is !== 'playing') {
    const { since, attempts, nextTryAt, fault } = server
    return { is: 'lost', since, tries: attempts, nextAt: nextTryAt ?? undefined, why: fault ?? 'unreachable' }
  }
  if (player.is === 'lost') return player
  if (player.is === 'connecting') {
    const { lostSince, tries, since } = player
    return lostSince === undefined
      ? { is: 'connecting', since }
      : { is: 'lost', since: lostSince, tries, nextAt: undefined, why: 'line' }
  }
  if (player.is === 'stalled') return { is: 'stalled', since: player.since }
  const lossPercent = Math.max(health?.lossPercent ?? 0, sentLoss(player.stream, server?.streams))
  return lossPercent >= POOR_PERCENT ? { is: 'poor', lossPercent } : { is: 'live' }
}

const sentLoss = (stream: CameraStream, streams: CameraHealth['streams'] = []): number =>
  100 * (streams.find(each => each.stream === stream)?.loss ?? 0)
