// Who is connected, over which lines, and what goes to them: the forwarder's own picture of the rooms.
import type { PeerConnection, Track } from 'node-datachannel'
import type { MediaConnection, MediaSource } from '../media-port.ts'
import { type Copies, createCopies } from './copies.ts'
import { createDownlink, type Downlink } from './downlink.ts'
import { createMeter, type Meter, type Share } from './layers.ts'
import type { OfferedLine } from './offer.ts'
import type { Outgoing } from './outgoing.ts'
import type { createArrivals } from './rtcp.ts'
import type { Stream, Upstream } from './upstream.ts'

export type SourceType = MediaSource['type']

export interface Up {
  type: SourceType
  line: OfferedLine
  track: Track
  upstream: Upstream
  receivers: Set<Slot>
}

export interface Slot {
  mid: string
  kind: 'audio' | 'video'
  /** What is sent before is lost, and a key frame with it. */
  isOpen(): boolean
  /** What the sender's clock says at a time stamp of this line. */
  report(ntp: Buffer, timestamp: number): void
  outgoing: Outgoing
  source: MediaSource | null
  width: number
  /** What it should carry; null: nothing, for want of room. */
  share: Share | undefined
  /** What it carries. */
  stream: Stream | undefined
  climbedAt: number
}

/** One connection of a participant. */
export interface Line {
  connection: PeerConnection
  ups: Map<SourceType, Up>
  arrivals: ReturnType<typeof createArrivals>
  /** Sends no feedback about arrivals: it did not offer to read it. */
  plain: boolean
}

export interface Peer {
  id: string
  lines: Map<MediaConnection, Line>
  slots: Map<string, Slot>
  downlink: Downlink
  copies: Copies<Outgoing>
  /** It says when packets came. */
  counts: boolean
  /** Sound that goes to it. */
  sound: Meter
  wantsMore: boolean
  limits: string
}

export interface Allowed {
  audio: boolean
  video: boolean
  screen: boolean
}

export type Peers = ReturnType<typeof createPeers>

export function createPeers() {
  const peers = new Map<string, Peer>()
  const peerOf = (id: string): Peer => {
    const known = peers.get(id)
    if (known) return known
    const peer: Peer = {
      id,
      lines: new Map(),
      slots: new Map(),
      downlink: createDownlink({ counts: false }),
      copies: createCopies(),
      counts: false,
      sound: createMeter(),
      wantsMore: false,
      limits: '',
    }
    peers.set(id, peer)
    return peer
  }
  const upOf = ({ from, type }: MediaSource): Up | undefined => {
    const lines = peers.get(from)?.lines
    return lines?.get('layers')?.ups.get(type) ?? lines?.get('main')?.ups.get(type)
  }
  const upsOf = (peer: Peer): Up[] => [...peer.lines.values()].flatMap(({ ups }) => [...ups.values()])
  return { peers, peerOf, upOf, upsOf }
}
