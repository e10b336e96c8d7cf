// The connection over which the own picture goes in layers, beside the one for everything else: packets of layers can be told
// apart only where nothing else comes.
import type { Limit } from '../../contract/conference-wire.ts'

/** From the smallest on; the server knows them by this order. */
const LAYERS = [
  { rid: 'q', scaleResolutionDownBy: 4, maxBitrate: 120_000 },
  { rid: 'h', scaleResolutionDownBy: 2, maxBitrate: 400_000 },
  { rid: 'f', scaleResolutionDownBy: 1, maxBitrate: 1_200_000 },
] as const
/** Every other pictures can be left out for who has little room. */
const IN_TIME = 'L1T3'

export type Limits = ReadonlyMap<string, Limit>

export interface CameraLine {
  /** The description to be answered. */
  offer(track: MediaStreamTrack): Promise<string>
  answer(sdp: string): Promise<void>
  send(track: MediaStreamTrack | null): Promise<void>
  /** So many of the layers are of use to somebody: the others rest. */
  use(layers: number): Promise<void>
  stats(): Promise<RTCStatsReport>
  close(): void
}

export function openCameraLine(options: {
  iceServers: RTCIceServer[]
  onCandidate(candidate: string, mid: string | null): void
  onBroken(): void
}): CameraLine {
  const { iceServers, onCandidate, onBroken } = options
  const peer = new RTCPeerConnection({ iceServers })
  let sender: RTCRtpSender | undefined
  let used: number = LAYERS.length
  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate?.candidate) onCandidate(candidate.candidate, candidate.sdpMid)
  })
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed') onBroken()
  })
  const apply = async () => {
    if (!sender || peer.signalingState === 'closed') return
    const parameters = sender.getParameters()
    parameters.degradationPreference = 'balanced'
    for (const [index, encoding] of parameters.encodings.entries()) encoding.active = index < used
    await sender.setParameters(parameters).catch(() => {
      // A connection that closes meanwhile sends nothing anyway.
    })
  }
  return {
    async offer(track) {
      const transceiver = peer.addTransceiver(track, {
        direction: 'sendonly',
        sendEncodings: LAYERS.map(layer => ({ ...layer, scalabilityMode: IN_TIME })),
      })
      const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? []
      transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType === 'video/VP8'))
      sender = transceiver.sender
      await peer.setLocalDescription(await peer.createOffer())
      return peer.localDescription?.sdp ?? ''
    },
    async answer(sdp) {
      if (peer.signalingState !== 'have-local-offer') return
      await peer.setRemoteDescription({ type: 'answer', sdp })
      await apply()
    },
    // A sender of a connection that has just closed throws.
    send: async track => void (await sender?.replaceTrack(track).catch(() => {})),
    async use(layers) {
      used = layers
      if (peer.remoteDescription) await apply()
    },
    stats: () => peer.getStats(),
    close: () => peer.close(),
  }
}
