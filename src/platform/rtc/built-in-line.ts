// The built-in line: WebRTC from browser to door unit or browser, signalled over the broker.
import type { JoinData } from '../../contract/call-signal.ts'
import { type LineClock, lineClock } from './line-clock.ts'
import { createLineLife } from './line-life.ts'
import { countersOf, type LineCounters, qualityBetween } from './line-quality.ts'
import { checkMedia } from './media-check.ts'
import { negotiate } from './negotiation.ts'
import { watchNetwork } from './network-watch.ts'
import { type OwnMedia, openOwnMedia } from './own-media.ts'
import { type CallLine, type CallProviderPort, type JoinOptions, LineError } from './port.ts'
import { createRemoteMedia } from './remote-media.ts'

const QUALITY_MS = 2_000

/** Calls without anybody's service in between but the own broker, and a relay where one is configured. */
export function builtInProvider(clock: LineClock = lineClock): CallProviderPort {
  return { check: checkMedia, join: options => join(options, clock) }
}

async function join(options: JoinOptions, clock: LineClock): Promise<CallLine> {
  if (typeof RTCPeerConnection !== 'function') throw new LineError('unsupported')
  options.abort?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const line = open(options, clock, {
      onStanding: () => resolve(line),
      onFailed: reject,
    })
  })
}

interface Outcome {
  onStanding: () => void
  onFailed: (reason: unknown) => void
}

function open({ data, signals, events, camera, abort }: JoinOptions, clock: LineClock, outcome: Outcome) {
  const peer = new RTCPeerConnection({ iceServers: data.iceServers })
  const own = openOwnMedia({
    camera,
    onProblem: events.onProblem,
    onChange(media) {
      talk.send({ kind: 'media', ...media })
      events.onOwnMedia?.(media)
    },
  })
  const remote = createRemoteMedia({ onChange: events.onRemoteMedia, onEnd: () => close('gone') })
  const life = createLineLife(clock, {
    onState: events.onState,
    renew: () => navigator.onLine && talk.renew(),
    onTimeout: () => close('timeout'),
    onLost: () => close('network'),
  })
  const talk = negotiate({
    peer,
    signals,
    offers: data.offers,
    prepare: () => layTracks(peer, own, data, camera),
    onMedia: remote.onMedia,
    onBye: () => close('gone'),
  })
  const stops = [watchNetwork({ onGone: life.gone, onChanged: life.changed }), measure()]
  if (abort) stops.push(whenAborted(abort, () => close('aborted')))
  peer.addEventListener('track', ({ track }) => remote.add(track))
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'connected') stand()
    if (peer.connectionState === 'disconnected') life.shaky()
    if (peer.connectionState === 'failed') life.down()
  })

  function stand(): void {
    life.up()
    talk.send({ kind: 'media', ...own.sends() })
    outcome.onStanding()
  }

  /** Counts each 2 s; bytes that come in again after a loss mean the line stands, whatever else was said. */
  function measure(): () => void {
    let last: LineCounters | undefined
    return clock.every(QUALITY_MS, async () => {
      const now = countersOf(await peer.getStats())
      if (life.state() === 'reconnecting' && last && now.bytes > last.bytes && navigator.onLine) life.up()
      if (life.state() === 'connected') events.onQuality(qualityBetween(last, now))
      last = now
    })
  }

  function close(why: 'hangUp' | 'gone' | 'timeout' | 'network' | 'aborted'): void {
    if (life.state() === 'ended') return
    if (why !== 'gone') talk.send({ kind: 'bye' })
    talk.close()
    for (const stop of stops) stop()
    own.close()
    remote.close()
    peer.close()
    if (why === 'network') events.onProblem('network')
    life.end()
    // Once the line has stood, nobody hears this any more.
    outcome.onFailed(why === 'aborted' ? abort?.reason : new LineError(why === 'hangUp' ? 'gone' : why))
  }

  const line: CallLine = {
    attach: remote.attach,
    attachOwn: own.attach,
    has: own.has,
    setMicrophone: own.setMicrophone,
    setCamera: own.setCamera,
    setVolume: remote.setVolume,
    tracks: () => [
      ...own.tracks().map(track => ({ side: 'own' as const, track })),
      ...remote.tracks().map(track => ({ side: 'other' as const, track })),
    ],
    framesDecoded: async () => countersOf(await peer.getStats()).framesDecoded,
    hangUp: async () => close('hangUp'),
  }
  return line
}

function whenAborted(abort: AbortSignal, run: () => void): () => void {
  abort.addEventListener('abort', run, { once: true })
  return () => abort.removeEventListener('abort', run)
}

/** Both directions are agreed on from the start, so that a microphone given later needs no new agreement. */
async function layTracks(peer: RTCPeerConnection, own: OwnMedia, data: JoinData, camera: boolean) {
  await own.opened
  if (data.offers && peer.getTransceivers().length === 0) {
    for (const kind of ['audio', 'video']) peer.addTransceiver(kind, { streams: [own.stream] })
  }
  const senders: Parameters<OwnMedia['sendOver']>[0] = {}
  for (const transceiver of peer.getTransceivers()) {
    const kind = transceiver.receiver.track.kind === 'video' ? 'video' : 'audio'
    if (kind === 'video') preferVp8(transceiver)
    const out = !senders[kind] && (kind === 'audio' || camera)
    transceiver.direction = out ? 'sendrecv' : 'recvonly'
    if (!out) continue
    transceiver.sender.setStreams?.(own.stream)
    senders[kind] = transceiver.sender
  }
  await own.sendOver(senders)
}

/** VP8 is what door units speak (real-time specification, section 9); the others stay as second choice. */
function preferVp8(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs
  if (!codecs || !('setCodecPreferences' in transceiver)) return
  const isVp8 = ({ mimeType }: { mimeType: string }) => mimeType.toLowerCase() === 'video/vp8'
  transceiver.setCodecPreferences([...codecs.filter(isVp8), ...codecs.filter(codec => !isVp8(codec))])
}
