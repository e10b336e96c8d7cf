// Where members' pictures are shown and their sound is played: elements of the page, and players of its own for sound.
import type { MediaType } from '../../contract/conference-wire.ts'
import type { Slot } from './media-line.ts'
import { SELF } from './port.ts'

type Picture = 'video' | 'screen'

/** Pixels between two sizes that are worth telling apart. */
const STEP = 160
/** A tile that moves from one place to another is taken off and put on again. */
const SETTLE_MS = 150

export interface RoomScreens {
  attach(key: string, kind: Picture, element: HTMLVideoElement | null): void
  /** Which lines carry what now. */
  carry(slots: readonly Slot[], trackOf: (mid: string) => MediaStreamTrack | undefined): void
  own(tracks: Record<Picture, MediaStreamTrack | null>): void
  setVolume(percent: number): void
  /** What comes of a member's sound. */
  soundOf(key: string): MediaStreamTrack | undefined
  /** Whose picture a line carries. */
  keyOf(mid: string): string | undefined
  /** What is wanted, told again to a service that has forgotten it. */
  wanted(): { uri: string; type: Picture; width: number }[]
  close(): void
}

const nameOf = (key: string, kind: MediaType) => `${key}|${kind}`

export function createRoomScreens(events: {
  /** A width of 0: not wanted any more. */
  onWanted(uri: string, type: Picture, width: number): void
}): RoomScreens {
  const shown = new Map<string, { key: string; kind: Picture; element: HTMLVideoElement; width: number }>()
  const sounds = new Map<string, HTMLAudioElement>()
  let carried = new Map<string, { mid: string; track: MediaStreamTrack | undefined }>()
  let owned: Record<Picture, MediaStreamTrack | null> = { video: null, screen: null }
  let byMid = new Map<string, string>()
  let volume = 1
  let closed = false

  const show = (name: string) => {
    const one = shown.get(name)
    if (!one) return
    const track = one.key === SELF ? owned[one.kind] : carried.get(name)?.track
    play(one.element, track ?? null, one.key === SELF)
  }
  const measure = (name: string) => {
    const one = shown.get(name)
    if (!one || one.key === SELF || closed) return
    const pixels = Math.max(one.element.clientWidth, 1) * (globalThis.devicePixelRatio || 1)
    const width = Math.ceil(pixels / STEP) * STEP
    if (width === one.width) return
    one.width = width
    events.onWanted(one.key, one.kind, width)
  }
  const sizes = new ResizeObserver(entries => {
    for (const [name, { element }] of shown)
      if (entries.some(({ target }) => target === element)) measure(name)
  })
  return {
    attach(key, kind, element) {
      const name = nameOf(key, kind)
      const before = shown.get(name)
      if (before?.element === element) return
      if (before) {
        sizes.unobserve(before.element)
        before.element.srcObject = null
        shown.delete(name)
      }
      if (element) {
        shown.set(name, { key, kind, element, width: before?.width ?? 0 })
        sizes.observe(element)
        show(name)
        measure(name)
      } else if (key !== SELF)
        setTimeout(() => {
          if (!closed && !shown.has(name)) events.onWanted(key, kind, 0)
        }, SETTLE_MS)
    },
    carry(slots, trackOf) {
      carried = new Map(
        slots.map(one => [nameOf(one.uri, one.type), { mid: one.mid, track: trackOf(one.mid) }]),
      )
      byMid = new Map(slots.filter(({ type }) => type !== 'audio').map(({ mid, uri }) => [mid, uri]))
      for (const name of shown.keys()) show(name)
      const heard = new Set(slots.flatMap(({ mid, type }) => (type === 'audio' ? [mid] : [])))
      for (const [mid, element] of sounds)
        if (!heard.has(mid)) {
          element.srcObject = null
          sounds.delete(mid)
        }
      for (const mid of heard) {
        const track = trackOf(mid)
        if (!track) continue
        const element = sounds.get(mid) ?? new Audio()
        sounds.set(mid, element)
        element.volume = volume
        play(element, track, false)
      }
    },
    own(tracks) {
      owned = tracks
      for (const name of shown.keys()) show(name)
    },
    setVolume(percent) {
      volume = Math.min(100, Math.max(0, percent)) / 100
      for (const element of sounds.values()) element.volume = volume
    },
    soundOf: key => carried.get(nameOf(key, 'audio'))?.track,
    keyOf: mid => byMid.get(mid),
    wanted: () =>
      [...shown.values()].flatMap(({ key, kind, width }) =>
        key === SELF || width === 0 ? [] : [{ uri: key, type: kind, width }],
      ),
    close() {
      closed = true
      sizes.disconnect()
      for (const { element } of [...shown.values(), ...[...sounds.values()].map(element => ({ element }))])
        element.srcObject = null
      shown.clear()
      sounds.clear()
    },
  }
}

function play(element: HTMLMediaElement, track: MediaStreamTrack | null, own: boolean): void {
  const { srcObject } = element
  const now = srcObject instanceof MediaStream ? srcObject.getTracks() : []
  if (track ? now.length === 1 && now[0] === track : now.length === 0) return
  element.srcObject = track ? new MediaStream([track]) : null
  if (!track) return
  element.autoplay = true
  if (element instanceof HTMLVideoElement) {
    element.playsInline = true
    // Sound has players of its own.
    element.muted = true
  }
  element.play().catch((error: unknown) => {
    // Taken off before it began is no failure; sound without a gesture waits for one.
    if (!own && error instanceof Error && error.name === 'NotAllowedError')
      addEventListener('pointerdown', () => void element.play().catch(() => {}), { once: true })
  })
}
