// A simulated device that sends its picture and sound by WHIP (RFC 9725): the recorded visitor, over and over.
import { visitorClip } from '../door-unit/media-files.ts'
import { type Player, playClip } from '../door-unit/player.ts'

export interface Sending {
  stop(): Promise<void>
}

/** Resolves once the server has taken it; rejects with its status. */
export async function sendByWhip(options: {
  /** Absolute. */
  url: string
  token: string
  onEnd(): void
}): Promise<Sending> {
  const { url, token, onEnd } = options
  const { useVP8: vp8, useOPUS: opus, ...werift } = await import('werift')
  const peer = new werift.RTCPeerConnection({
    codecs: { video: [vp8()], audio: [opus()] },
    bundlePolicy: 'max-bundle',
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
    iceUseTcp: false,
    iceServers: [],
  })
  const [microphone, lens] = [
    new werift.MediaStreamTrack({ kind: 'audio' }),
    new werift.MediaStreamTrack({ kind: 'video' }),
  ]
  const sight = peer.addTransceiver(lens, { direction: 'sendonly' })
  peer.addTransceiver(microphone, { direction: 'sendonly' })
  let player: Player | undefined
  let over = false
  const end = () => {
    if (over) return
    over = true
    player?.stop()
    peer.close().catch(() => {})
    onEnd()
  }
  const packet = ({ payload, ...head }: Parameters<Parameters<typeof playClip>[1]['onVideo']>[0]) =>
    new werift.RtpPacket(new werift.RtpHeader({ ...head, payloadType: 0, ssrc: 0 }), payload)
  sight.sender.onPictureLossIndication.subscribe(() => player?.refresh())
  peer.connectionStateChange.subscribe(state => {
    if (state === 'failed' || state === 'closed' || state === 'disconnected') return end()
    if (state !== 'connected' || player) return
    player = playClip(visitorClip(), {
      onVideo: part => lens.writeRtp(packet(part)),
      onAudio: part => microphone.writeRtp(packet(part)),
    })
  })
  await peer.setLocalDescription(await peer.createOffer())
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${token}` },
    body: peer.localDescription?.sdp ?? '',
  })
  if (response.status !== 201) {
    end()
    throw new Error(`refused: ${response.status}`)
  }
  await peer.setRemoteDescription({ type: 'answer', sdp: await response.text() })
  const session = new URL(response.headers.get('location') ?? '', url)
  return {
    async stop() {
      end()
      await fetch(session, { method: 'DELETE' }).catch(() => undefined)
    },
  }
}
