// Calls over Agora's service. Its `join` never rejects when nobody answers, so the patience is ours.
import { openAgoraMedia } from './agora-own-media.ts'
import type { AgoraClient, AgoraSdk, AgoraUser } from './agora-sdk.ts'
import { type LineClock, lineClock } from './line-clock.ts'
import { createLineLife } from './line-life.ts'
import { checkMedia } from './media-check.ts'
import {
  type CallLine,
  type CallProviderPort,
  type JoinOptions,
  LineError,
  type LineQuality,
} from './port.ts'
import { createRemoteMedia } from './remote-media.ts'

/** The channel is joined within this time, or not at all. */
export const AGORA_JOIN_MS = 12_000
/** In the channel, the other end shows up within this time, or the call is over. */
export const NOBODY_MS = 15_000

/** Calls over the given SDK; tests bring one of their own. */
export function agoraProvider(sdk: AgoraSdk, clock: LineClock = lineClock): CallProviderPort {
  return {
    async check() {
      const problem = await checkMedia()
      if (problem === 'insecure' || problem === 'unsupported') return problem
      return sdk.supported() ? problem : 'unsupported'
    },
    async join(options) {
      options.abort?.throwIfAborted()
      if (!sdk.supported()) throw new LineError('unsupported')
      if (!options.data.appId) throw new LineError('network', 'The server named no application')
      const line = open(options, sdk, clock)
      await line.joined
      return line
    },
  }
}

/** A channel's numbers and names are two kinds of people: digits join as a number, as the token was made. */
const uidOf = (uid: string): string | number => (/^\d{1,10}$/.test(uid) ? Number(uid) : uid)

function open(options: JoinOptions, sdk: AgoraSdk, clock: LineClock): CallLine & { joined: Promise<void> } {
  const { data, events, camera, door = false, abort } = options
  const client = sdk.createClient()
  const outcome = Promise.withResolvers<void>()
  const own = openAgoraMedia({
    sdk,
    client,
    camera,
    onProblem: events.onProblem,
    onChange: media => events.onOwnMedia?.(media),
  })
  const remote = createRemoteMedia({ onChange: events.onRemoteMedia, onEnd: () => close('gone') })
  const life = createLineLife(
    clock,
    {
      onState: events.onState,
      // The SDK looks for new paths by itself.
      renew: () => {},
      onTimeout: () => close('timeout'),
      onLost: () => close('network'),
    },
    AGORA_JOIN_MS,
  )
  let met = false
  let stopWaiting = () => {}
  const onAbort = () => close('aborted')
  abort?.addEventListener('abort', onAbort, { once: true })
  follow(client, {
    onTrack(track) {
      met = true
      stopWaiting()
      remote.add(track)
    },
    onGone(kind, track, everything) {
      if (track) remote.remove(track)
      // Between people a covered camera is no farewell (muting does not unpublish); who takes the sound away has left.
      if (door || everything || kind === 'audio') close('gone')
    },
    onConnected: life.up,
    onReconnecting: life.down,
    onDisconnected: () => close('network'),
    onQuality: quality => life.state() === 'connected' && events.onQuality(quality),
    isOpen: () => life.state() !== 'ended',
  })
  client.join(data.appId ?? '', data.channel, data.token, uidOf(data.uid)).then(
    () => {
      if (life.state() === 'ended') return void client.leave().catch(() => {})
      life.up()
      void own.publish()
      outcome.resolve()
      if (!met) stopWaiting = clock.after(NOBODY_MS, () => close('nobody'))
    },
    () => close('network'),
  )

  function close(why: 'hangUp' | 'gone' | 'timeout' | 'nobody' | 'network' | 'aborted'): void {
    if (life.state() === 'ended') return
    stopWaiting()
    const stood = life.state() !== 'connecting'
    abort?.removeEventListener('abort', onAbort)
    client.removeAllListeners()
    own.close()
    remote.close()
    // Not awaited: out of reach of the service it stays open for ever.
    client.leave().catch(() => {})
    if (why === 'network' && stood) events.onProblem('network')
    if (why === 'nobody') events.onProblem('timeout')
    life.end()
    // Once the channel is joined, nobody hears this any more.
    const lacks = why === 'network' || why === 'timeout' ? why : 'gone'
    outcome.reject(why === 'aborted' ? abort?.reason : new LineError(lacks))
  }

  return {
    joined: outcome.promise,
    attach: remote.attach,
    attachOwn(video) {
      if (video)
        Object.assign(video, { muted: true, autoplay: true, playsInline: true, srcObject: own.stream })
    },
    has: own.has,
    setMicrophone: own.setMicrophone,
    setCamera: own.setCamera,
    setVolume: remote.setVolume,
    tracks: () => [
      ...own.tracks().map(track => ({ side: 'own' as const, track })),
      ...remote.tracks().map(track => ({ side: 'other' as const, track })),
    ],
    framesDecoded: async () => remote.framesShown(),
    hangUp: async () => close('hangUp'),
  }
}

interface Follower {
  onTrack: (track: MediaStreamTrack) => void
  /** A track stopped coming; `everything`: nothing comes any more. */
  onGone: (kind: string | undefined, track: MediaStreamTrack | undefined, everything: boolean) => void
  onConnected: () => void
  onReconnecting: () => void
  onDisconnected: () => void
  onQuality: (quality: LineQuality) => void
  isOpen: () => boolean
}

/** Turns the SDK's events into ours. */
function follow(client: AgoraClient, to: Follower): void {
  const coming = new Map<string, MediaStreamTrack>()
  const keyOf = ({ uid }: AgoraUser, kind: string) => `${uid} ${kind}`
  const drop = (user: AgoraUser, kind: string) => {
    const track = coming.get(keyOf(user, kind))
    coming.delete(keyOf(user, kind))
    to.onGone(kind, track, coming.size === 0)
  }
  client.on('user-published', async (user, kind) => {
    if (kind !== 'audio' && kind !== 'video') return
    try {
      const track = (await client.subscribe(user, kind)).getMediaStreamTrack()
      if (!to.isOpen()) return
      coming.set(keyOf(user, kind), track)
      to.onTrack(track)
    } catch {
      // Unpublished again meanwhile: the next event says what holds.
    }
  })
  client.on('user-unpublished', (user, kind) => {
    if (kind === 'audio' || kind === 'video') drop(user, kind)
  })
  client.on('user-left', user => {
    for (const kind of ['audio', 'video']) coming.delete(keyOf(user, kind))
    to.onGone(undefined, undefined, true)
  })
  client.on('connection-state-change', (now, _before, reason) => {
    if (now === 'CONNECTED') to.onConnected()
    if (now === 'RECONNECTING') to.onReconnecting()
    if (now === 'DISCONNECTED' && reason !== 'LEAVE') to.onDisconnected()
  })
  client.on('network-quality', ({ downlinkNetworkQuality, uplinkNetworkQuality }) => {
    const worst = Math.max(downlinkNetworkQuality, uplinkNetworkQuality)
    // 0: not known yet.
    if (worst === 0) return
    const losses = Object.values(client.getRemoteAudioStats())
      .map(({ packetLossRate }) => 100 * packetLossRate)
      .filter(Number.isFinite)
    const { RTT } = client.getRTCStats()
    to.onQuality({
      level: worst <= 2 ? 'good' : worst === 3 ? 'fair' : 'poor',
      roundTripMs: RTT > 0 ? RTT : null,
      lossPercent: losses.length > 0 ? Math.max(...losses) : null,
    })
  })
}
