// A viewer without a browser: asks the server for a camera's picture and counts what comes.
import { createPictures } from '../../../../server/modules/cameras/engine/pictures.ts'
import type { VideoCodec } from '../../../../server/modules/cameras/frames.ts'
import type { TestServer } from '../../start.ts'

export interface LiveViewer {
  /** What the server answered. */
  answer: { code: number; id?: string | undefined; data: Record<string, unknown> }
  viewId: string
  /** Pictures that could be decoded, the first of which stood by itself. */
  frames(): number
  firstFrameMs(): number | undefined
  size(): string
  sounds(): number
  /** Speaks for a moment. */
  say(payload: Buffer): void
  close(): void
}

export interface Watching {
  cameraId?: number
  imei?: string
  stream?: 'main' | 'sub'
  codec?: VideoCodec
  talk?: boolean
  /** In place of the own offer, or what is made of it. */
  sdp?: string | ((own: string) => string)
}

export async function watch(server: TestServer, token: string, watching: Watching): Promise<LiveViewer> {
  const { cameraId, imei, stream = 'main', codec = 'H264', talk = false } = watching
  const { useVP8: vp8, useH264: h264, RTCRtpCodecParameters, ...werift } = await import('werift')
  const pcma = new RTCRtpCodecParameters({
    mimeType: 'audio/PCMA',
    clockRate: 8000,
    channels: 1,
    payloadType: 8,
  })
  const peer = new werift.RTCPeerConnection({
    codecs: { video: [codec === 'H264' ? h264() : vp8()], audio: [pcma] },
    bundlePolicy: 'max-bundle',
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
    iceServers: [],
  })
  const began = performance.now()
  let first: number | undefined
  let frames = 0
  let sounds = 0
  let size = ''
  const pictures = createPictures(codec, {
    onFormat: format => {
      size = `${format.width}x${format.height}`
    },
    onFrame: () => {
      first ??= performance.now() - began
      frames++
    },
    onGap: () => {},
  })
  let last: number | undefined
  peer.addTransceiver('video', { direction: 'recvonly' }).onTrack.subscribe(track => {
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      const afterGap = last !== undefined && header.sequenceNumber !== ((last + 1) & 0xffff)
      last = header.sequenceNumber
      pictures.take({ payload, timestamp: header.timestamp, marker: header.marker, afterGap })
    })
  })
  const microphone = new werift.MediaStreamTrack({ kind: 'audio' })
  const hearing = talk
    ? peer.addTransceiver(microphone, { direction: 'sendrecv' })
    : peer.addTransceiver('audio', { direction: 'recvonly' })
  hearing.onTrack.subscribe(track => void track.onReceiveRtp.subscribe(() => void sounds++))
  await peer.setLocalDescription(await peer.createOffer())
  const own = peer.localDescription?.sdp ?? ''
  const offer = typeof watching.sdp === 'function' ? watching.sdp(own) : (watching.sdp ?? own)
  const { code, id, data } = await server.call('/api/device/camera/watch', {
    token,
    body: {
      ...(cameraId !== undefined && { cameraId }),
      ...(imei !== undefined && { imei }),
      stream,
      sdp: offer,
    },
  })
  const told = (data ?? {}) as Record<string, unknown>
  if (code === 0) await peer.setRemoteDescription({ type: 'answer', sdp: String(told.sdp) })
  let sequence = 0
  return {
    answer: { code: Number(code), id, data: told },
    viewId: String(told.viewId),
    frames: () => frames,
    firstFrameMs: () => first,
    size: () => size,
    sounds: () => sounds,
    say(payload) {
      sequence++
      const header = new werift.RtpHeader({
        sequenceNumber: sequence,
        timestamp: sequence * 160,
        payloadType: 8,
        ssrc: 0,
        marker: sequence === 1,
      })
      microphone.writeRtp(new werift.RtpPacket(header, payload))
    },
    close: () => void peer.close().catch(() => {}),
  }
}
