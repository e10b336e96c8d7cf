// The other end of a door's line without a browser: answers the offer and sends its own sound and picture.
import {
  MediaStreamTrack,
  useOPUS as opus,
  RTCPeerConnection,
  RtpHeader,
  RtpPacket,
  useVP8 as vp8,
} from 'werift'
import { opusCounter, vp8Counter } from '../../../../server/simulator/door-unit/frame-counter.ts'
import { visitorClip } from '../../../../server/simulator/door-unit/media-files.ts'
import { playClip } from '../../../../server/simulator/door-unit/player.ts'
import type { CallSignal } from '../../../../src/contract/call-signal.ts'

/** Answers whatever offer it hears; `send` carries its signals to the door. */
export function consoleLine(send: (signal: CallSignal) => void) {
  const peer = new RTCPeerConnection({
    codecs: { video: [vp8()], audio: [opus()] },
    bundlePolicy: 'max-bundle',
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
  })
  const tracks = {
    video: new MediaStreamTrack({ kind: 'video' }),
    audio: new MediaStreamTrack({ kind: 'audio' }),
  }
  const counters = { video: vp8Counter(() => {}), audio: opusCounter() }
  const packet = ({ payload, ...head }: Parameters<Parameters<typeof playClip>[1]['onVideo']>[0]) =>
    new RtpPacket(new RtpHeader({ ...head, payloadType: 0, ssrc: 0 }), payload)
  let player: ReturnType<typeof playClip> | undefined
  const ufrags: string[] = []
  peer.onTrack.subscribe(track =>
    track.onReceiveRtp.subscribe(({ header, payload }) =>
      counters[track.kind === 'video' ? 'video' : 'audio'].take({ ...header, payload }),
    ),
  )
  peer.onIceCandidate.subscribe(candidate =>
    send({
      kind: 'candidate',
      candidate: candidate?.candidate ?? '',
      mid: candidate?.sdpMid ?? null,
      line: 0,
    }),
  )
  peer.connectionStateChange.subscribe(state => {
    if (state !== 'connected' || player) return
    player = playClip(visitorClip(), {
      onVideo: part => tracks.video.writeRtp(packet(part)),
      onAudio: part => tracks.audio.writeRtp(packet(part)),
    })
  })
  const take = async (signal: CallSignal) => {
    if (signal.kind === 'candidate' && signal.candidate) {
      await peer.addIceCandidate({
        candidate: signal.candidate,
        ...(signal.mid === null ? {} : { sdpMid: signal.mid }),
      })
    }
    if (signal.kind !== 'offer') return
    ufrags.push(/a=ice-ufrag:(\S+)/.exec(signal.sdp)?.[1] ?? '')
    await peer.setRemoteDescription({ type: 'offer', sdp: signal.sdp })
    for (const transceiver of peer.getTransceivers()) {
      transceiver.setDirection('sendrecv')
      if (ufrags.length === 1)
        await transceiver.sender.replaceTrack(transceiver.kind === 'video' ? tracks.video : tracks.audio)
    }
    const answer = await peer.createAnswer()
    await peer.setLocalDescription(answer)
    send({ kind: 'answer', sdp: answer.sdp })
  }
  let work = Promise.resolve()
  return {
    hear: (signal: CallSignal) => {
      work = work.then(() => take(signal))
    },
    arrived: () => ({ video: counters.video.arrived, audio: counters.audio.arrived }),
    /** Of every offer so far: a new one looks for new paths. */
    ufrags: () => ufrags,
    close: async () => {
      player?.stop()
      await peer.close()
    },
  }
}
