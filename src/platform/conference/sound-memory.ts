// What others have said during the last minute, turn by turn: recorded by this page from what it heard itself, in memory alone.
// So nobody hears again what they were not there for, and nothing is left when they leave.

/** So long a turn can be heard again after its end. */
export const KEPT_MS = 60_000

export interface HeardTurn {
  id: number
  name: string
  from: number
  to: number
  sound: Blob
}

interface Options {
  now(): number
  after(milliseconds: number, run: () => void): () => void
  onChange(turns: readonly HeardTurn[]): void
}

export interface SoundMemory {
  begin(name: string, track: MediaStreamTrack): void
  /** The turn is over. */
  end(): void
  clear(): void
}

export function createSoundMemory({ now, after, onChange }: Options): SoundMemory {
  let turns: readonly HeardTurn[] = []
  let running: MediaRecorder | undefined
  let stopWaiting = () => {}
  let count = 0
  let era = 0

  const forgetOld = () => {
    stopWaiting()
    const kept = turns.filter(({ to }) => to + KEPT_MS > now())
    if (kept.length !== turns.length) {
      turns = kept
      onChange(turns)
    }
    const [oldest] = turns
    if (oldest) stopWaiting = after(Math.max(0, oldest.to + KEPT_MS - now()), forgetOld)
  }
  const end = () => {
    if (running?.state === 'recording') running.stop()
    running = undefined
  }
  return {
    begin(name, track) {
      end()
      // Where a browser cannot record, there is nothing to hear again.
      if (typeof MediaRecorder === 'undefined') return
      const [mine, from] = [era, now()]
      const parts: Blob[] = []
      try {
        const recorder = new MediaRecorder(new MediaStream([track]))
        recorder.addEventListener('dataavailable', ({ data }) => {
          if (data.size > 0) parts.push(data)
        })
        recorder.addEventListener('stop', () => {
          if (mine !== era || parts.length === 0) return
          turns = [
            ...turns,
            { id: ++count, name, from, to: now(), sound: new Blob(parts, { type: recorder.mimeType }) },
          ]
          onChange(turns)
          forgetOld()
        })
        recorder.start()
        running = recorder
      } catch {
        running = undefined
      }
    },
    end,
    clear() {
      era++
      end()
      stopWaiting()
      if (turns.length === 0) return
      turns = []
      onChange(turns)
    },
  }
}
