// The line of a simulated door unit: WebRTC without a browser. It offers, plays the recorded visitor, counts what comes.
import type { RTCPeerConnection, RTCRtpTransceiver } from 'werift'
import type { CallSignal } from '../../../src/contract/call-signal.ts'
import { loadWerift, openPeer } from '../peer.ts'
import { type Arrived, opusCounter, vp8Counter } from './frame-counter.ts'
import type { Player } from './player.ts'

export interface DoorLine {
  hear(signal: CallSignal): void
  /** What came from the other end so far. */
  arrived(): { audio: Arrived; video: Arrived }
  /** Says goodbye unless the other end did. */
  close(goodbye: boolean): void
}

interface Options {
  iceServers: readonly { urls: string[]; username?: string | undefined; credential?: string | undefined }[]
  send(signal: CallSignal): void
  onState(state: 'standing' | 'broken'): void
  /** The other end has left. */
  onLeft(): void
  onError(error: unknown): void
}

const STUN_SECONDS = 1
/** Reports about what arrives come every second or so: an end that says nothing for so long has gone without a word. */
const SILENCE_MS = 10_000
const LISTEN_EVERY_MS = 2_000

/** Loads what a line is made of while it still rings. */
export const warmDoorLine = (): void => void loadWerift().catch(() => {})

/** Opens a line; `send` carries what the other end must know. */
export async function openDoorLine(options: Options): Promise<DoorLine> {
  const { send, onState, onLeft, onError } = options
  const { peer, microphone, camera, play } = await openPeer({
    iceServers: options.iceServers.flatMap(({ urls, ...rest }) => urls.map(url => ({ urls: url, ...rest }))),
    iceStunGatherTimeout: STUN_SECONDS,
  })
  const sight = peer.addTransceiver(camera, { direction: 'sendrecv' })
  const sound = peer.addTransceiver(microphone, { direction: 'sendrecv' })
  const counters = { video: countVideo(sight), audio: countAudio(sound) }
  let player: Player | undefined
  let closed = false
  const silence = watchSilence([sight, sound], state => onState(state))

  sight.sender.onPictureLossIndication.subscribe(() => player?.refresh())
  peer.onIceCandidate.subscribe(candidate => {
    if (closed) return
    const { candidate: text = '', sdpMid, sdpMLineIndex } = candidate ?? {}
    send({ kind: 'candidate', candidate: text, mid: sdpMid ?? null, line: sdpMLineIndex ?? null })
  })
  peer.connectionStateChange.subscribe(state => {
    if (closed) return
    if (state === 'connected') {
      silence.begin()
      onState('standing')
      player ??= play()
      send({ kind: 'media', video: true, audio: true })
    }
    if (state === 'disconnected' || state === 'failed') onState('broken')
  })

  let work: Promise<void> = Promise.resolve()
  const next = (step: () => Promise<void>) => {
    work = work
      .then(() => (closed ? undefined : step()))
      .catch(error => {
        if (!closed) onError(error)
      })
  }
  const hear = (signal: CallSignal) => {
    if (signal.kind === 'bye') onLeft()
    else if (signal.kind === 'renew') next(() => offer(peer, send, true))
    else next(() => take(peer, signal))
  }
  next(() => offer(peer, send, false))
  return {
    hear,
    arrived: () => ({ audio: { ...counters.audio.arrived }, video: { ...counters.video.arrived } }),
    close: goodbye => {
      if (closed) return
      if (goodbye) send({ kind: 'bye' })
      closed = true
      silence.stop()
      player?.stop()
      peer.close().catch(onError)
    },
  }
}

/** Tells when the other end falls silent, and when it is heard again: its own word of leaving may never come. */
function watchSilence(
  transceivers: readonly RTCRtpTransceiver[],
  onChange: (state: 'standing' | 'broken') => void,
): { begin(): void; stop(): void } {
  let heardAt = Date.now()
  let silent = false
  let timer: ReturnType<typeof setInterval> | undefined
  const heard = () => {
    heardAt = Date.now()
  }
  for (const { sender, receiver, onTrack } of transceivers) {
    sender.onRtcp.subscribe(heard)
    receiver.onRtcp.subscribe(heard)
    onTrack.subscribe(track => track.onReceiveRtp.subscribe(heard))
  }
  const listen = () => {
    const now = Date.now() - heardAt > SILENCE_MS
    if (now !== silent) onChange(now ? 'broken' : 'standing')
    silent = now
  }
  return {
    begin: () => {
      heard()
      silent = false
      timer ??= setInterval(listen, LISTEN_EVERY_MS)
    },
    stop: () => clearInterval(timer),
  }
}

/** The description goes out at once; addresses follow as they are found. */
async function offer(
  peer: RTCPeerConnection,
  send: (signal: CallSignal) => void,
  iceRestart: boolean,
): Promise<void> {
  const description = await peer.createOffer({ iceRestart })
  send({ kind: 'offer', sdp: description.sdp })
  await peer.setLocalDescription(description)
}

async function take(peer: RTCPeerConnection, signal: CallSignal): Promise<void> {
  if (signal.kind === 'answer' && peer.signalingState === 'have-local-offer')
    await peer.setRemoteDescription({ type: 'answer', sdp: signal.sdp })
  if (signal.kind === 'candidate' && signal.candidate)
    await peer.addIceCandidate({
      candidate: signal.candidate,
      ...(signal.mid === null ? {} : { sdpMid: signal.mid }),
      ...(signal.line === null ? {} : { sdpMLineIndex: signal.line }),
    })
}

function countVideo({ onTrack, receiver }: RTCRtpTransceiver) {
  let source = 0
  const counter = vp8Counter(() => {
    // It was lost on the way: the next picture that stands by itself is asked for.
    receiver.sendRtcpPLI(source).catch(() => {})
  })
  onTrack.subscribe(track =>
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      source = header.ssrc
      counter.take({ payload, sequenceNumber: header.sequenceNumber, marker: header.marker })
    }),
  )
  return counter
}

function countAudio({ onTrack }: RTCRtpTransceiver) {
  const counter = opusCounter()
  onTrack.subscribe(track =>
    track.onReceiveRtp.subscribe(({ header, payload }) =>
      counter.take({ payload, sequenceNumber: header.sequenceNumber, marker: header.marker }),
    ),
  )
  return counter
}
