// Plays adverts without a screen: fetches whole files, checks them, and shows each for as long as it lasts.
import { createHash, randomBytes } from 'node:crypto'
import type { DeviceMessage, Downlink } from '../../../src/contract/device-messages.ts'
import type { Manifest, ManifestVideo } from '../../../src/domain/advert/manifest.ts'
import type { ClaimedPlay } from '../../../src/domain/advert/play.ts'
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  quietPlayer,
  stepPlayer,
} from '../../../src/domain/advert/player.ts'

/** What survives a power cut. */
export interface AdvertStore {
  manifest: Manifest | null
  /** Hashes of the files that are here. */
  files: Set<string>
  plays: Map<string, ClaimedPlay>
}

export const emptyAdvertStore = (): AdvertStore => ({ manifest: null, files: new Set(), plays: new Map() })

export interface HeadlessAdverts {
  hear(message: Extract<Downlink, { code: '5088' | '5089' | '5097' }>): void
  send(event: PlayerEvent): void
  state(): PlayerState
  stop(): void
}

interface Options {
  /** Where files are fetched: the console's address. */
  web: string
  store: AdvertStore
  say(message: DeviceMessage): void
  tickMs?: number
}

const TICK_MS = 30_000

export function createHeadlessAdverts({ web, store, say, tickMs = TICK_MS }: Options): HeadlessAdverts {
  let state = quietPlayer
  let film: NodeJS.Timeout | undefined
  let calm: NodeJS.Timeout | undefined
  let stopped = false

  const send = (event: PlayerEvent): void => {
    if (stopped) return
    const [next, effects] = stepPlayer(state, event)
    state = next
    for (const effect of effects) perform(effect)
  }
  const perform = (effect: PlayerEffect) => {
    switch (effect.do) {
      case 'fetch':
        return void fetchWhole(effect.video)
      case 'keepManifest':
        store.manifest = effect.manifest
        return
      case 'keepFiles':
        store.files = new Set(effect.sha256)
        return
      case 'show': {
        const { playId, video } = effect
        send({ type: 'started', playId, now: Date.now() })
        film = setTimeout(() => send({ type: 'ended', playId, now: Date.now() }), video.ms)
        return
      }
      case 'hide':
        return clearTimeout(film)
      case 'keepPlay':
        store.plays.set(effect.play.playId, effect.play)
        return
      case 'forgetPlays':
        for (const id of effect.playIds) store.plays.delete(id)
        return
      case 'report': {
        const { version, stored, failed } = effect
        return say({ code: '5094', version, stored: [...stored], failed: [...failed] })
      }
      case 'send':
        return say({ code: '5095', plays: [...effect.plays] })
    }
  }
  const fetchWhole = async ({ url, sha256 }: ManifestVideo): Promise<void> => {
    try {
      const answer = await fetch(new URL(url, web))
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      const found = createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex')
      if (found !== sha256) throw new Error('hash')
      store.files.add(sha256)
      send({ type: 'fetched', sha256, now: Date.now() })
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'failed'
      send({ type: 'lost', sha256, reason, now: Date.now() })
    }
  }
  const ticking = setInterval(() => send({ type: 'tick', now: Date.now() }), tickMs)
  send({
    type: 'booted',
    bootId: randomBytes(8).toString('hex'),
    manifest: store.manifest,
    have: [...store.files],
    plays: [...store.plays.values()],
  })

  return {
    hear(message) {
      if (message.code === '5088') {
        const { code: _, ...manifest } = message
        return send({ type: 'manifest', manifest, now: Date.now() })
      }
      if (message.code === '5089')
        return send({ type: 'confirmed', playIds: [...message.stored, ...message.refused] })
      send({ type: 'needed', need: 'emergency', now: Date.now() })
      clearTimeout(calm)
      calm = setTimeout(
        () => send({ type: 'free', need: 'emergency', now: Date.now() }),
        Math.max(0, message.until - (Date.now() + state.ahead)),
      )
    },
    send,
    state: () => state,
    stop() {
      stopped = true
      clearInterval(ticking)
      clearTimeout(film)
      clearTimeout(calm)
    },
  }
}
