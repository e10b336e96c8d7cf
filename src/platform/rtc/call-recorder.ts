// Records a call where it is heard: each sound and picture of both ends into pieces of a second, which are sent in order. A line
// that is away for a while delays them; what was recorded waits here.
import { PIECE_MS } from '../../domain/intercom/call-recording.ts'
import type { CallTrack } from './port.ts'

export interface CallPiece {
  /** Counted from 0 through the whole call. */
  track: number
  piece: number
  kind: 'audio' | 'video'
  side: CallTrack['side']
  beginMs: number
  data: Blob
}

export interface CallRecorderOptions {
  /** What the line carries now. */
  tracks: () => readonly CallTrack[]
  /** Rejects with `false` in `again` where nobody takes any more of it. */
  send: (piece: CallPiece) => Promise<'taken' | 'again' | 'over'>
  /** Nobody takes any more. */
  onOver: () => void
}

export interface CallRecorder {
  /** Resolves when all that was recorded is sent, or nobody takes it. */
  stop: () => Promise<void>
}

const TYPES = { audio: 'audio/webm;codecs=opus', video: 'video/webm;codecs=vp8' } as const
const RATES = { audio: { audioBitsPerSecond: 32_000 }, video: { videoBitsPerSecond: 600_000 } } as const
const LOOK_MS = 500
const AGAIN_MS = 1_000
/** What waits for a line that does not come back: some minutes of a call. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024

export const canRecordCalls = (): boolean =>
  typeof MediaRecorder === 'function' &&
  Object.values(TYPES).every(type => MediaRecorder.isTypeSupported(type))

export function startCallRecorder({ tracks, send, onOver }: CallRecorderOptions): CallRecorder {
  const began = performance.now()
  const running = new Map<MediaStreamTrack, { recorder: MediaRecorder; stopped: Promise<void> }>()
  const queue: CallPiece[] = []
  let made = 0
  let waiting = 0
  let over = false
  let stopping = false
  let work: Promise<void> | undefined

  const giveUp = () => {
    if (over) return
    over = true
    queue.length = 0
    clearInterval(timer)
    for (const { recorder } of running.values()) if (recorder.state !== 'inactive') recorder.stop()
    onOver()
  }
  const pump = async () => {
    for (;;) {
      const next = queue[0]
      if (!next || over) return
      const answer = await send(next)
      if (answer === 'over') return giveUp()
      if (answer === 'again') await new Promise(resolve => setTimeout(resolve, AGAIN_MS))
      else {
        queue.shift()
        waiting -= next.data.size
      }
    }
  }
  const push = (piece: CallPiece) => {
    if (over) return
    queue.push(piece)
    waiting += piece.data.size
    if (waiting > MOST_WAITING_BYTES) return giveUp()
    work ??= pump().finally(() => {
      work = undefined
    })
  }
  const begin = ({ side, track }: CallTrack) => {
    const kind = track.kind === 'video' ? 'video' : 'audio'
    const recorder = new MediaRecorder(new MediaStream([track]), { mimeType: TYPES[kind], ...RATES[kind] })
    const number = made++
    const beginMs = Math.round(performance.now() - began)
    let pieces = 0
    recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) push({ track: number, piece: pieces++, kind, side, beginMs, data })
    }
    const stopped = new Promise<void>(resolve => {
      recorder.onstop = () => {
        running.delete(track)
        resolve()
      }
    })
    running.set(track, { recorder, stopped })
    recorder.start(PIECE_MS)
  }
  const end = (track: MediaStreamTrack) => {
    const { recorder } = running.get(track) ?? {}
    if (recorder && recorder.state !== 'inactive') recorder.stop()
  }
  const look = () => {
    if (stopping || over) return
    // A picture that does not move on has nothing to record; one that comes back begins another file.
    const flowing = tracks().filter(({ track }) => track.readyState === 'live' && !track.muted)
    for (const track of running.keys()) if (!flowing.some(one => one.track === track)) end(track)
    for (const one of flowing) if (!running.has(one.track)) begin(one)
  }
  const timer = setInterval(look, LOOK_MS)
  look()

  return {
    async stop() {
      stopping = true
      clearInterval(timer)
      const all = [...running.values()].map(({ stopped }) => stopped)
      for (const track of [...running.keys()]) end(track)
      await Promise.all(all)
      await work
    },
  }
}
