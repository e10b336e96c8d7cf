// Calls over Agora: our adapter against a pretended SDK, and the real SDK as far as it goes without an account.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AGORA_JOIN_MS, agoraProvider, NOBODY_MS } from '../../../src/platform/rtc/agora-line.ts'
import type { AgoraSdk, AgoraUser } from '../../../src/platform/rtc/agora-sdk.ts'
import { GIVE_UP_MS } from '../../../src/platform/rtc/line-life.ts'
import type { CallLine, LineQuality, LineState, MediaProblem } from '../../../src/platform/rtc/port.ts'
import { providerFor } from '../../../src/platform/rtc/providers.ts'
import { handClock } from './hand-clock.ts'
import { joinData } from './line-pair.ts'

const data = { ...joinData(false), provider: 'agora' as const, appId: 'a'.repeat(32), uid: '42' }

/** A track that flows. */
function trackOf(kind: 'audio' | 'video'): MediaStreamTrack {
  const canvas = document.createElement('canvas')
  const [video] = canvas.captureStream().getVideoTracks()
  const [audio] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks()
  const track = kind === 'video' ? video : audio
  if (!track) throw new Error('no track')
  return track
}

/** An SDK in which the test is the service. */
function pretend({ failing = {} }: { failing?: { microphone?: string; camera?: string } } = {}) {
  const listeners = new Map<string, (...heard: never[]) => void>()
  const did: string[] = []
  const joined = Promise.withResolvers<number>()
  const made = (name: string, kind: 'audio' | 'video') => {
    if (failing[name as 'microphone'])
      throw Object.assign(new Error('no'), { code: failing[name as 'microphone'] })
    const track = trackOf(kind)
    return {
      getMediaStreamTrack: () => track,
      on: () => {},
      close: () => did.push(`close ${name}`),
      setVolume: (volume: number) => did.push(`volume ${volume}`),
      name,
    }
  }
  const sdk: AgoraSdk = {
    supported: () => true,
    openMicrophone: async () => made('microphone', 'audio'),
    openCamera: async () => made('camera', 'video'),
    createClient: () => ({
      on: (event: string, listener: (...heard: never[]) => void) => void listeners.set(event, listener),
      removeAllListeners: () => listeners.clear(),
      join(appId: string, channel: string, token: string, uid: string | number) {
        did.push(`join ${appId.length} ${channel} ${token} ${typeof uid}`)
        return joined.promise
      },
      leave: async () => void did.push('leave'),
      publish: async (track: object) => void did.push(`publish ${(track as { name: string }).name}`),
      unpublish: async (track?: object) => void did.push(`unpublish ${(track as { name: string }).name}`),
      subscribe: async (user: AgoraUser, kind: 'audio' | 'video') => {
        did.push(`subscribe ${user.uid} ${kind}`)
        return { getMediaStreamTrack: () => trackOf(kind) }
      },
      getRTCStats: () => ({ RTT: 40 }),
      getRemoteAudioStats: () => ({ 7: { packetLossRate: 0.03 } }),
    }),
  }
  const say = (event: string, ...heard: unknown[]) => listeners.get(event)?.(...(heard as never[]))
  return { sdk, did, say, joined }
}

function join(
  sdk: AgoraSdk,
  { camera = false, door = false, clock = handClock(), abort = new AbortController() } = {},
) {
  const heard = {
    states: [] as LineState[],
    problems: [] as MediaProblem[],
    media: [] as object[],
    own: [] as { audio: boolean; video: boolean }[],
    quality: [] as LineQuality[],
  }
  const line = agoraProvider(sdk, clock).join({
    data,
    camera,
    door,
    abort: abort.signal,
    signals: { send: () => {}, onSignal: () => () => {} },
    events: {
      onState: state => heard.states.push(state),
      onProblem: problem => heard.problems.push(problem),
      onRemoteMedia: media => heard.media.push(media),
      onOwnMedia: media => heard.own.push(media),
      onQuality: quality => heard.quality.push(quality),
    },
  })
  line.catch(() => {})
  return { line, heard, clock, abort }
}

describe('the adapter', () => {
  it('joins with the data of the call and publishes the microphone at 400', async () => {
    const { sdk, did, joined } = pretend()
    const { line, heard } = join(sdk)
    expect(did).toEqual(['join 32 c t number'])
    joined.resolve(42)
    await line
    await expect.poll(() => did).toEqual(['join 32 c t number', 'volume 400', 'publish microphone'])
    expect(heard.states).toEqual(['connected'])
    expect(heard.own.at(-1)).toEqual({ audio: true, video: false })
  })

  it('mutes to 0 and unmutes to 200', async () => {
    const { sdk, did, joined } = pretend()
    const { line, heard } = join(sdk)
    joined.resolve(42)
    const call = await line
    await expect.poll(() => did.at(-1)).toBe('publish microphone')
    await call.setMicrophone(false)
    expect(heard.own.at(-1)?.audio).toBe(false)
    await call.setMicrophone(true)
    expect(did.slice(-2)).toEqual(['volume 0', 'volume 200'])
  })

  it('takes what the door sends and leaves when the door stops sending', async () => {
    const { sdk, did, joined, say } = pretend()
    const { line, heard } = join(sdk)
    joined.resolve(42)
    await line
    say('user-published', { uid: 7 }, 'video')
    await expect.poll(() => did).toContain('subscribe 7 video')
    await expect.poll(() => heard.media.at(-1)).toMatchObject({ video: true })
    say('user-unpublished', { uid: 7 }, 'video')
    expect(heard.states).toEqual(['connected', 'ended'])
    expect(did).toContain('leave')
    expect(did).toContain('close microphone')
    expect(heard.problems).toEqual([])
  })

  it.each(['audio', 'video'] as const)('a door that takes back its %s alone is left', async kind => {
    const { sdk, did, joined, say } = pretend()
    const { line, heard } = join(sdk, { door: true })
    joined.resolve(42)
    await line
    for (const each of ['audio', 'video']) say('user-published', { uid: 7 }, each)
    await expect.poll(() => heard.media.at(-1)).toEqual({ video: true, audio: true })
    say('user-unpublished', { uid: 7 }, kind)
    expect(heard.states).toEqual(['connected', 'ended'])
    expect(did.at(-1)).toBe('leave')
    expect(heard.problems).toEqual([])
  })

  it('between people a covered camera is no farewell, leaving is', async () => {
    const { sdk, joined, say } = pretend()
    const { line, heard } = join(sdk, { camera: true })
    joined.resolve(42)
    await line
    for (const kind of ['audio', 'video']) say('user-published', { uid: 7 }, kind)
    await expect.poll(() => heard.media.at(-1)).toEqual({ video: true, audio: true })
    say('user-unpublished', { uid: 7 }, 'video')
    expect(heard.media.at(-1)).toEqual({ video: false, audio: true })
    expect(heard.states).toEqual(['connected'])
    say('user-left', { uid: 7 })
    expect(heard.states).toEqual(['connected', 'ended'])
  })

  it('covers and shows the own camera', async () => {
    const { sdk, did, joined } = pretend()
    const { line, heard } = join(sdk, { camera: true })
    joined.resolve(42)
    const call = await line
    await expect.poll(() => heard.own.at(-1)).toEqual({ audio: true, video: true })
    await call.setCamera(false)
    expect(did.slice(-2)).toEqual(['unpublish camera', 'close camera'])
    await call.setCamera(true)
    expect(did.at(-1)).toBe('publish camera')
  })

  it.each([
    ['PERMISSION_DENIED', 'refused', true],
    ['DEVICE_NOT_FOUND', 'noMicrophone', false],
    ['NOT_READABLE', 'noMicrophone', false],
  ] as const)(
    'a microphone that says %s is told as %s, and the call goes on',
    async (code, problem, again) => {
      const { sdk, joined } = pretend({ failing: { microphone: code } })
      const { line, heard } = join(sdk)
      joined.resolve(42)
      const call = await line
      await expect.poll(() => heard.problems).toEqual([problem])
      expect(call.has.microphone).toBe(again)
      expect(heard.states).toEqual(['connected'])
    },
  )

  it('gives up a join that never ends, and does not wait for leaving', async () => {
    const { sdk, did } = pretend()
    const { line, heard, clock } = join(sdk)
    clock.move(AGORA_JOIN_MS)
    await expect(line).rejects.toMatchObject({ name: 'LineError', problem: 'timeout' })
    expect(did).toContain('leave')
    expect(heard.states).toEqual(['ended'])
  })

  it('leaves a channel that it got into too late', async () => {
    const { sdk, did, joined } = pretend()
    const { line, clock } = join(sdk)
    clock.move(AGORA_JOIN_MS)
    await expect(line).rejects.toMatchObject({ problem: 'timeout' })
    joined.resolve(42)
    await expect.poll(() => did.filter(each => each === 'leave')).toHaveLength(2)
  })

  it('does not wait for ever for somebody to come', async () => {
    const { sdk, joined } = pretend()
    const { line, heard, clock } = join(sdk)
    joined.resolve(42)
    await line
    clock.move(NOBODY_MS)
    expect(heard.problems).toEqual(['timeout'])
    expect(heard.states.at(-1)).toBe('ended')
  })

  it('follows the connection', async () => {
    const { sdk, joined, say } = pretend()
    const { line, heard, clock } = join(sdk)
    joined.resolve(42)
    await line
    say('user-published', { uid: 7 }, 'audio')
    await expect.poll(() => heard.media.at(-1)).toMatchObject({ audio: true })
    say('connection-state-change', 'RECONNECTING', 'CONNECTED')
    say('connection-state-change', 'CONNECTED', 'RECONNECTING')
    say('connection-state-change', 'RECONNECTING', 'CONNECTED')
    clock.move(GIVE_UP_MS)
    expect(heard.states).toEqual(['connected', 'reconnecting', 'connected', 'reconnecting', 'ended'])
    expect(heard.problems).toEqual(['network'])
  })

  it('says how good the line is', async () => {
    const { sdk, joined, say } = pretend()
    const { line, heard } = join(sdk)
    joined.resolve(42)
    await line
    say('network-quality', { uplinkNetworkQuality: 0, downlinkNetworkQuality: 0 })
    say('network-quality', { uplinkNetworkQuality: 1, downlinkNetworkQuality: 2 })
    say('network-quality', { uplinkNetworkQuality: 5, downlinkNetworkQuality: 2 })
    expect(heard.quality.map(({ level }) => level)).toEqual(['good', 'poor'])
    expect(heard.quality[0]).toMatchObject({ roundTripMs: 40, lossPercent: 3 })
  })

  it('can be given up while it joins', async () => {
    const { sdk, did } = pretend()
    const { line, abort } = join(sdk)
    abort.abort()
    await expect(line).rejects.toMatchObject({ name: 'AbortError' })
    expect(did).toContain('leave')
  })

  it('a token that is refused ends the join', async () => {
    const { sdk, joined } = pretend()
    const { line, heard } = join(sdk)
    joined.reject(new Error('CAN_NOT_GET_GATEWAY_SERVER'))
    await expect(line).rejects.toMatchObject({ problem: 'network' })
    expect(heard.problems).toEqual([])
  })

  it('does not begin without an application or in a browser that cannot', async () => {
    const { sdk } = pretend()
    const events = { onState: () => {}, onProblem: () => {}, onQuality: () => {}, onRemoteMedia: () => {} }
    const signals = { send: () => {}, onSignal: () => () => {} }
    await expect(
      agoraProvider(sdk).join({ data: { ...data, appId: null }, camera: false, events, signals }),
    ).rejects.toMatchObject({ problem: 'network' })
    const old = agoraProvider({ ...sdk, supported: () => false })
    await expect(old.check()).resolves.toBe('unsupported')
    await expect(old.join({ data, camera: false, events, signals })).rejects.toMatchObject({
      problem: 'unsupported',
    })
  })
})

describe('the real SDK', () => {
  const requests: string[] = []
  const realFetch = globalThis.fetch
  const realOpen = XMLHttpRequest.prototype.open
  let line: CallLine | undefined

  beforeEach(() => {
    requests.length = 0
    // The network is cut: whatever goes out is noted and never answered.
    XMLHttpRequest.prototype.open = function (_method: string, url: string | URL) {
      requests.push(String(url))
      realOpen.call(this, 'GET', 'https://127.0.0.1:9/', true)
    }
    vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
      const url = String(input instanceof Request ? input.url : input)
      if (!url.startsWith('http') || url.startsWith(location.origin)) return realFetch(input)
      requests.push(url)
      return new Promise(() => {})
    })
  })
  afterEach(async () => {
    await line?.hangUp()
    XMLHttpRequest.prototype.open = realOpen
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('loads, supports this browser, and sends nothing by that', async () => {
    const provider = await providerFor('agora')
    await expect(provider.check()).resolves.toBeUndefined()
    expect(requests).toEqual([])
  })

  it('names the missing secure context and the missing devices', async () => {
    const provider = await providerFor('agora')
    vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([])
    await expect(provider.check()).resolves.toBe('noDevices')
    vi.stubGlobal('isSecureContext', false)
    await expect(provider.check()).resolves.toBe('insecure')
  })

  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'noMicrophone'],
  ] as const)('%s of the browser becomes %s; the join gives up by our clock', async (name, problem) => {
    const { agoraSdk } = await import('../../../src/platform/rtc/agora-sdk.ts')
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', name))
    const { line: joining, heard, clock } = join(agoraSdk)
    await expect.poll(() => heard.problems, { timeout: 10_000 }).toEqual([problem])
    expect(heard.states).toEqual([])
    clock.move(AGORA_JOIN_MS)
    await expect(joining).rejects.toMatchObject({ name: 'LineError', problem: 'timeout' })
    expect(heard.states).toEqual(['ended'])
  })

  it('asks only its own service, and no statistics collector', async () => {
    const { agoraSdk } = await import('../../../src/platform/rtc/agora-sdk.ts')
    const { line: joining, clock } = join(agoraSdk)
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBeGreaterThan(0)
    clock.move(AGORA_JOIN_MS)
    await expect(joining).rejects.toMatchObject({ problem: 'timeout' })
    for (const url of requests) expect(new URL(url).host).toMatch(/\.(agora\.io|sd-rtn\.com)(:\d+)?$/)
    expect(requests.filter(url => /statscollector|logservice/i.test(url))).toEqual([])
  })
})
