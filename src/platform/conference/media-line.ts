// The connection that carries a room's media: one offer with the own three lines and room for others, one answer.
import type { MediaType } from '../../contract/conference-wire.ts'
import { ROOM_CAPACITY } from '../../domain/conference/conference.ts'
import type { Tracks } from './own-room-media.ts'

/** Pictures that can be seen at once: everybody's, and a screen. */
const PICTURES = ROOM_CAPACITY
const SOUNDS = ROOM_CAPACITY - 1
const PEAK = { video: 1_200_000, screen: 1_500_000 } as const

export interface Slot {
  mid: string
  uri: string
  type: MediaType
}

export interface MediaLine {
  /** The description to be answered. */
  offer(): Promise<string>
  answer(sdp: string): Promise<void>
  send(tracks: Tracks): Promise<void>
  /** Pictures are shown so much later, so that what is sent once more is in time. */
  holdPictures(ms: number): void
  /** The track that comes over a line. */
  trackOf(mid: string): MediaStreamTrack | undefined
  stats(): Promise<RTCStatsReport>
  close(): void
}

export function openMediaLine(options: {
  iceServers: RTCIceServer[]
  voiceOnly: boolean
  onCandidate(candidate: string, mid: string | null): void
  /** The connection is lost for good. */
  onBroken(): void
}): MediaLine {
  const { iceServers, voiceOnly, onCandidate, onBroken } = options
  const peer = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' })
  const only = (kind: 'audio' | 'video', transceiver: RTCRtpTransceiver) => {
    const wanted = kind === 'audio' ? 'audio/opus' : 'video/VP8'
    const codecs = RTCRtpReceiver.getCapabilities(kind)?.codecs ?? []
    transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType === wanted))
    return transceiver
  }
  const up = (kind: 'audio' | 'video') => only(kind, peer.addTransceiver(kind, { direction: 'sendonly' }))
  const lines = { audio: up('audio'), video: up('video'), screen: up('video') }
  if (!voiceOnly)
    for (let count = 0; count < PICTURES; count++)
      only('video', peer.addTransceiver('video', { direction: 'recvonly' }))
  for (let count = 0; count < SOUNDS; count++)
    only('audio', peer.addTransceiver('audio', { direction: 'recvonly' }))

  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate?.candidate) onCandidate(candidate.candidate, candidate.sdpMid)
  })
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed') onBroken()
  })
  const limit = async (type: 'video' | 'screen') => {
    const { sender } = lines[type]
    const parameters = sender.getParameters()
    for (const encoding of parameters.encodings) encoding.maxBitrate = PEAK[type]
    parameters.degradationPreference = 'maintain-resolution'
    await sender.setParameters(parameters).catch(() => {
      // Not every browser lets this be said before anything is sent.
    })
  }
  return {
    async offer() {
      await peer.setLocalDescription(await peer.createOffer())
      return peer.localDescription?.sdp ?? ''
    },
    async answer(sdp) {
      if (peer.signalingState !== 'have-local-offer') return
      await peer.setRemoteDescription({ type: 'answer', sdp })
      await Promise.all([limit('video'), limit('screen')])
    },
    async send(tracks) {
      await Promise.all(
        (['audio', 'video', 'screen'] as const).map(kind =>
          // A sender of a connection that has just closed throws.
          lines[kind].sender.replaceTrack(tracks[kind]).catch(() => {}),
        ),
      )
    },
    holdPictures(ms) {
      // A request: browsers that do not know it hold as they think right.
      for (const { receiver } of peer.getTransceivers())
        if (receiver.track.kind === 'video') receiver.jitterBufferTarget = ms || null
    },
    trackOf: mid => peer.getTransceivers().find(one => one.mid === mid)?.receiver.track,
    stats: () => peer.getStats(),
    close: () => peer.close(),
  }
}
