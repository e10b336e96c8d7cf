// How two ends of the built-in line agree: one offers, the other answers, candidates trickle both ways.
import type { CallSignal } from '../../contract/call-signal.ts'
import type { SignalPort } from './port.ts'

export interface NegotiationOptions {
  peer: RTCPeerConnection
  signals: SignalPort
  offers: boolean
  /** Own tracks are put on the line here, before this end describes it. */
  prepare: () => Promise<void>
  onMedia: (media: { video: boolean; audio: boolean }) => void
  /** The other end has left. */
  onBye: () => void
}

export interface Negotiation {
  /** Looks for new paths: offers anew, or asks the offering end to. */
  renew: () => void
  send: (signal: CallSignal) => void
  close: () => void
}

/** Negotiates until closed. Signals are taken one after the other; what comes early waits. */
export function negotiate(options: NegotiationOptions): Negotiation {
  const { peer, signals, offers, prepare } = options
  const early: RTCIceCandidateInit[] = []
  let closed = false
  let work: Promise<void> = Promise.resolve()

  const send = (signal: CallSignal) => {
    if (!closed) signals.send(signal)
  }
  /** A step that fails (a late answer, a candidate of an older offer) leaves the line to the next renewal. */
  const next = (step: () => Promise<void>) => {
    work = work.then(() => (closed ? undefined : step())).catch(() => {})
  }
  const describe = async (kind: 'offer' | 'answer') => {
    await prepare()
    await peer.setLocalDescription()
    const sdp = peer.localDescription?.sdp
    if (sdp) send({ kind, sdp })
  }
  const takeDescription = async (type: 'offer' | 'answer', sdp: string) => {
    await peer.setRemoteDescription({ type, sdp })
    for (const candidate of early.splice(0)) await peer.addIceCandidate(candidate).catch(() => {})
  }
  const take = async (signal: CallSignal): Promise<void> => {
    switch (signal.kind) {
      case 'offer':
        if (offers) return
        await takeDescription('offer', signal.sdp)
        return describe('answer')
      case 'answer':
        if (peer.signalingState === 'have-local-offer') await takeDescription('answer', signal.sdp)
        return
      case 'candidate': {
        const { candidate, mid: sdpMid, line: sdpMLineIndex } = signal
        if (!candidate) return
        if (!peer.remoteDescription) early.push({ candidate, sdpMid, sdpMLineIndex })
        else await peer.addIceCandidate({ candidate, sdpMid, sdpMLineIndex })
        return
      }
      case 'renew':
        if (!offers) return
        peer.restartIce()
        return describe('offer')
      case 'media':
        return options.onMedia(signal)
      case 'bye':
        return options.onBye()
      // Of no concern to the line.
      case 'recording':
      case 'consent':
        return
    }
  }
  const onCandidate = ({ candidate }: RTCPeerConnectionIceEvent) =>
    send({
      kind: 'candidate',
      candidate: candidate?.candidate ?? '',
      mid: candidate?.sdpMid ?? null,
      line: candidate?.sdpMLineIndex ?? null,
    })
  peer.addEventListener('icecandidate', onCandidate)
  const stop = signals.onSignal(signal => next(() => take(signal)))
  if (offers) next(() => describe('offer'))

  return {
    renew: () => (offers ? next(() => take({ kind: 'renew' })) : send({ kind: 'renew' })),
    send,
    close() {
      closed = true
      stop()
      peer.removeEventListener('icecandidate', onCandidate)
    },
  }
}
