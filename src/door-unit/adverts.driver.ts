// Ties the machine of adverts to the browser: its files, its store, its clock, and what the broker says.
import type { DeviceMessage, Downlink } from '../contract/device-messages.ts'
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  quietPlayer,
  stepPlayer,
} from '../domain/advert/player.ts'
import { MINUTE_MS } from '../domain/durations.ts'
import { runMachine } from '../platform/machine-runner.ts'
import { createStore } from '../platform/store.ts'
import { createTimers, timeouts } from '../platform/timers.ts'
import {
  fetchFile,
  forgetPlays,
  keepList,
  keepOnly,
  keepPlay,
  keepPosters,
  keptPlays,
  openFile,
  openPoster,
  readList,
  storedFiles,
} from './advert-files.ts'

/** What is on the screen, and where its bytes are. */
export interface ShownAdvert {
  playId: string
  url: string
  /** What is shown until its first picture is there. */
  poster?: string | undefined
}

export interface Adverts {
  subscribe: (listener: () => void) => () => void
  read: () => ShownAdvert | undefined
  /** A visitor is at the door: nothing plays before the door has been left alone for a while. */
  touched(): void
  /** The door itself is in use, or no longer. */
  inUse(yes: boolean): void
  started(playId: string): void
  ended(playId: string): void
  broke(playId: string): void
  hear(message: Extract<Downlink, { code: '5088' | '5089' | '5097' }>): void
  clock(ahead: number): void
  online(yes: boolean): void
  stop(): void
}

interface Ports {
  say(message: DeviceMessage): boolean
}

/** So long after the last touch a door begins to play. */
export const REST_MS = 20_000
const TICK_MS = 5_000
const FETCH_TRIES = 3
const FETCH_WAIT_MS = 5_000

export function createAdverts({ say }: Ports): Adverts {
  const store = createStore<ShownAdvert | undefined>(undefined)
  const notes = createTimers<() => void>(timeouts, run => run())
  let [stopped, using, known] = [false, false, false]

  const show = (next: ShownAdvert | undefined) => {
    const before = store.read()
    store.become(next)
    if (!before) return
    URL.revokeObjectURL(before.url)
    if (before.poster) URL.revokeObjectURL(before.poster)
  }
  const fetching = new Set<string>()
  const runner = runMachine<PlayerState, PlayerEvent, PlayerEffect>({
    state: quietPlayer,
    step: stepPlayer,
    performers: {
      fetch: ({ video }, session) => {
        if (fetching.has(video.sha256)) return
        fetching.add(video.sha256)
        void persist(() => fetchFile(video)).then(problem => {
          fetching.delete(video.sha256)
          const { sha256 } = video
          const now = Date.now()
          session.send(
            problem === undefined
              ? { type: 'fetched', sha256, now }
              : { type: 'lost', sha256, reason: problem, now },
          )
        })
      },
      keepManifest: ({ manifest }) => {
        keepList(manifest)
        void keepPosters(manifest.videos).catch(() => {})
      },
      keepFiles: ({ sha256 }) => void keepOnly(sha256),
      show: ({ playId, video }, session) => {
        const opening = Promise.all([openFile(video.sha256), openPoster(video).catch(() => undefined)])
        void opening.then(
          ([url, poster]) => {
            // A visitor came while the file was opened.
            if (runner.read().showing?.playId !== playId || stopped)
              for (const opened of [url, poster]) opened && URL.revokeObjectURL(opened)
            else if (url) show({ playId, url, poster })
            else session.send({ type: 'broke', playId, now: Date.now() })
          },
          () => session.send({ type: 'broke', playId, now: Date.now() }),
        )
      },
      hide: () => show(undefined),
      keepPlay: ({ play }) => void keepPlay(play).catch(() => {}),
      forgetPlays: ({ playIds }) => void forgetPlays(playIds).catch(() => {}),
      report: ({ version, stored, failed }) => {
        // Before what was kept is known nothing is said: an empty report would say that all is lost.
        if (known) say({ code: '5094', version, stored: [...stored], failed: [...failed] })
      },
      send: ({ plays }) => void say({ code: '5095', plays: [...plays] }),
    },
    clock: timeouts,
  })
  const send = (event: PlayerEvent) => {
    if (!stopped) runner.send(event)
  }
  let wanted = false
  const start = async () => {
    const [have, plays] = await Promise.all([storedFiles().catch(() => []), keptPlays().catch(() => [])])
    known = true
    const bootId = crypto.getRandomValues(new Uint32Array(3)).join('-')
    send({ type: 'booted', bootId, manifest: readList(), have, plays })
    for (const each of early.splice(0)) send(each)
    if (wanted) send({ type: 'online' })
  }
  const early: PlayerEvent[] = []
  /** What is heard before the start is over waits for it. */
  const later = (event: PlayerEvent) => (known ? send(event) : void early.push(event))

  const rest = () => {
    if (!using) later({ type: 'free', need: 'visitor', now: Date.now() })
  }
  const touched = () => {
    later({ type: 'needed', need: 'visitor', now: Date.now() })
    notes.start('rest', REST_MS, rest)
  }
  touched()
  const ticking = setInterval(() => known && send({ type: 'tick', now: Date.now() }), TICK_MS)
  void start()

  return {
    subscribe: store.subscribe,
    read: store.read,
    touched,
    inUse(yes) {
      if (using === yes) return
      using = yes
      touched()
    },
    started: playId => send({ type: 'started', playId, now: Date.now() }),
    ended: playId => send({ type: 'ended', playId, now: Date.now() }),
    broke: playId => send({ type: 'broke', playId, now: Date.now() }),
    hear(message) {
      if (message.code === '5088') {
        const { code: _, ...manifest } = message
        return later({ type: 'manifest', manifest, now: Date.now() })
      }
      if (message.code === '5089')
        return later({ type: 'confirmed', playIds: [...message.stored, ...message.refused] })
      const left = message.until - (Date.now() + runner.read().ahead)
      if (left <= 0) return
      later({ type: 'needed', need: 'emergency', now: Date.now() })
      notes.start('emergency', Math.min(left, 60 * MINUTE_MS), () =>
        send({ type: 'free', need: 'emergency', now: Date.now() }),
      )
    },
    clock: ahead => later({ type: 'clock', ahead }),
    online(yes) {
      wanted = yes
      if (known) send({ type: yes ? 'online' : 'offline' })
    },
    stop() {
      send({ type: 'needed', need: 'visitor', now: Date.now() })
      stopped = true
      clearInterval(ticking)
      notes.stopAll()
      runner.stop()
      show(undefined)
    },
  }
}

/** Tries some times; answers why it did not work in the end. */
async function persist(work: () => Promise<void>): Promise<string | undefined> {
  let reason = 'failed'
  for (let tries = 0; tries < FETCH_TRIES; tries++) {
    if (tries > 0) await new Promise(resolve => setTimeout(resolve, FETCH_WAIT_MS))
    try {
      await work()
      return undefined
    } catch (error) {
      reason = error instanceof Error ? error.message.slice(0, 200) : 'failed'
    }
  }
  return reason
}
