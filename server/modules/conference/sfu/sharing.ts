// Which layer of which picture goes to whom: by the size of the tile, by what the line carries, and by who speaks. What nobody
// has use for is not asked of its sender.
import type { Limit } from '../../../../src/contract/conference-wire.ts'
import { layerFor, type Share, shareOut, type Wish } from './layers.ts'
import { ALL_TEMPORAL } from './outgoing.ts'
import type { Allowed, Peer, Peers, Slot, Up } from './peers.ts'

/** Between two layers of one picture, unless the line is full. */
const CALM_MS = 1_000

interface Options extends Pick<Peers, 'peers' | 'upOf'> {
  allowed: ReadonlyMap<string, Allowed>
  /** When each spoke last: whoever spoke stays the one to be seen until somebody else does. */
  spoke: ReadonlyMap<string, number>
  /** Lines into files. */
  recorded: ReadonlySet<Slot>
  onLayers(id: string, layers: number): void
  onLimits(id: string, limits: { mid: string; by: Limit }[]): void
}

/** Also of two that are without end. */
const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

export function createSharing({ peers, upOf, allowed, spoke, recorded, onLayers, onLimits }: Options) {
  /** Of the layer that a slot should have, or of the best that comes. */
  const askForKeyFrame = (slot: Slot, up: Pick<Up, 'upstream'>) => {
    const target = slot.share?.choice?.layer
    if (target === undefined || !slot.isOpen()) return
    const now = Date.now()
    const smallest = up.upstream.byIndex(0)
    const best = up.upstream.bestLive(target, now) ?? smallest
    if (best === slot.stream) return
    best?.incoming.wantKeyFrame(now)
    // The large ones give key frames seldom: until then the smallest is better than nothing.
    if (!slot.stream && smallest !== best) smallest?.incoming.wantKeyFrame(now)
  }
  const wishesOf = (peer: Peer, now: number): Wish[] => {
    const latest = Math.max(0, ...spoke.values())
    return [...peer.slots.values()]
      .flatMap(slot => {
        const up = slot.source && slot.kind === 'video' ? upOf(slot.source) : undefined
        if (!up || !slot.source || !allowed.get(slot.source.from)?.[up.type]) return []
        const { from, type } = slot.source
        const at = spoke.get(from) ?? 0
        const rank =
          at > 0 && at === latest && type === 'video'
            ? Number.POSITIVE_INFINITY
            : type === 'screen'
              ? Number.MAX_SAFE_INTEGER
              : at
        return [{ slot, up, rank }]
      })
      .sort((one, other) => compare(other.rank, one.rank) || other.slot.width - one.slot.width)
      .map(({ slot, up }) => ({
        mid: slot.mid,
        width: slot.width,
        layers: up.upstream.layers(now),
        now: slot.share?.choice ?? null,
      }))
  }
  const shareOne = (peer: Peer) => {
    const [now, ms] = [Date.now(), performance.now()]
    const wishes = wishesOf(peer, now)
    const sound = peer.sound.bits()?.at(-1) ?? 0
    const full = peer.downlink.isFull(ms)
    const room = Math.max(0, peer.downlink.bits() - sound)
    const shares = shareOut(wishes, room, full)
    peer.wantsMore = false
    const limits: { mid: string; by: Limit }[] = []
    for (const [mid, share] of shares) {
      const slot = peer.slots.get(mid)
      if (!slot) continue
      limits.push({ mid, by: share.limit })
      if (share.limit === 'network') peer.wantsMore = true
      give(slot, share, full, now)
    }
    for (const slot of peer.slots.values()) if (!shares.has(slot.mid)) slot.share = undefined
    const text = JSON.stringify(limits)
    if (text === peer.limits) return
    peer.limits = text
    onLimits(peer.id, limits)
  }
  const give = (slot: Slot, share: Share, full: boolean, now: number) => {
    const before = slot.share?.choice
    const { choice } = share
    const climbs = choice && before && choice.layer > before.layer
    // Up and down again at once is worse than a moment too small.
    if (climbs && !full && now - slot.climbedAt < CALM_MS) return
    if (climbs) slot.climbedAt = now
    slot.share = share
    const up = slot.source ? upOf(slot.source) : undefined
    if (!up) return
    if (!choice) {
      slot.stream = undefined
      slot.outgoing.turnTo(null)
      return
    }
    const { layer, temporal } = choice
    const whole = temporal >= (up.upstream.layers(now)[layer]?.bits.length ?? 1) - 1
    slot.outgoing.limit(whole ? ALL_TEMPORAL : temporal)
    askForKeyFrame(slot, up)
  }
  /** Tells senders which of their layers somebody has use for. */
  const askForLayers = () => {
    const now = Date.now()
    for (const peer of peers.values()) {
      const up = upOf({ from: peer.id, type: 'video' })
      if (!up || up.upstream.count < 2) continue
      const highest = Math.max(
        -1,
        ...[...up.receivers].map(slot => {
          const layers = up.upstream.layers(now)
          // Also what there is no room for yet: it has to come before it can be measured. What goes to nobody does not.
          return slot.share?.choice ? Math.min(slot.share.choice.layer, layerFor(slot.width, layers)) : -1
        }),
      )
      const layers = up.upstream.want(highest + 1, now)
      if (layers !== undefined) onLayers(peer.id, layers)
    }
  }
  /** Files have room for the best that comes, up to a width. */
  const shareRecorded = () => {
    const now = Date.now()
    for (const slot of recorded) {
      const up = slot.source && slot.kind === 'video' ? upOf(slot.source) : undefined
      if (!up) continue
      const layer = layerFor(slot.width, up.upstream.layers(now))
      give(slot, { choice: { layer, temporal: ALL_TEMPORAL }, limit: 'nothing' }, true, now)
    }
  }
  const shareAll = () => {
    for (const peer of peers.values()) if (peer.slots.size > 0) shareOne(peer)
    shareRecorded()
    askForLayers()
  }
  return { askForKeyFrame, shareOne, askForLayers, shareRecorded, shareAll }
}
