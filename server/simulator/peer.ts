// One end of a simulated line: WebRTC without a browser, and the recorded visitor to be sent over it.
import type { PeerConfig } from 'werift'
import { visitorClip } from './door-unit/media-files.ts'
import { type Player, playClip } from './door-unit/player.ts'

// A line is rare and this library large: only who opens one pays for it.
export const loadWerift = () => import('werift')

type Frame = Parameters<Parameters<typeof playClip>[1]['onVideo']>[0]

/** Without servers for addresses unless some are named. */
export async function openPeer({
  iceServers = [],
  ...more
}: Partial<Pick<PeerConfig, 'iceServers' | 'iceStunGatherTimeout'>> = {}) {
  const { useVP8: vp8, useOPUS: opus, ...werift } = await loadWerift()
  const peer = new werift.RTCPeerConnection({
    codecs: { video: [vp8()], audio: [opus()] },
    bundlePolicy: 'max-bundle',
    iceServers,
    // On a machine without a network there is no other address.
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
    iceUseTcp: false,
    ...more,
  })
  const microphone = new werift.MediaStreamTrack({ kind: 'audio' })
  const camera = new werift.MediaStreamTrack({ kind: 'video' })
  // The sender puts its own source and payload type in.
  const packet = ({ payload, ...head }: Frame) =>
    new werift.RtpPacket(new werift.RtpHeader({ ...head, payloadType: 0, ssrc: 0 }), payload)
  return {
    peer,
    microphone,
    camera,
    /** Begins to send the visitor. */
    play: (): Player =>
      playClip(visitorClip(), {
        onVideo: part => camera.writeRtp(packet(part)),
        onAudio: part => microphone.writeRtp(packet(part)),
      }),
  }
}
