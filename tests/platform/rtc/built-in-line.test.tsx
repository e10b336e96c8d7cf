// Two built-in lines in a real browser: sound and picture both ways, and what happens when something is missing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CallSignal } from '../../../src/contract/call-signal.ts'
import { builtInProvider } from '../../../src/platform/rtc/built-in-line.ts'
import { GIVE_UP_MS, JOIN_TIMEOUT_MS, RENEW_MS } from '../../../src/platform/rtc/line-life.ts'
import { type CallLine, LineError } from '../../../src/platform/rtc/port.ts'
import { handClock } from './hand-clock.ts'
import { type End, joinData, pair, single } from './line-pair.ts'

const ends: End[] = []
const made = <T extends Partial<Record<'offering' | 'answering' | 'end', End>>>(those: T): T => {
  for (const end of Object.values(those)) if (end && 'joined' in end) ends.push(end)
  return those
}

const peers: RTCPeerConnection[] = []
const RealPeer = globalThis.RTCPeerConnection

beforeEach(() => {
  peers.length = 0
  globalThis.RTCPeerConnection = class extends RealPeer {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      peers.push(this)
    }
  }
})

afterEach(async () => {
  for (const { abort, joined } of ends.splice(0)) {
    abort.abort()
    await joined.then(
      line => line.hangUp(),
      () => {},
    )
  }
  vi.restoreAllMocks()
  globalThis.RTCPeerConnection = RealPeer
})

const frames = (line: CallLine) => expect.poll(() => line.framesDecoded(), { timeout: 10_000 })

/** Loudness of what an end hears: 0 is silence. */
async function loudness(of: RTCPeerConnection): Promise<number> {
  for (const [, entry] of await of.getStats())
    if (entry.type === 'inbound-rtp' && entry.kind === 'audio') return entry.audioLevel ?? 0
  return 0
}

/** The pretended microphone beeps twice in this time. */
const BEEPS_MS = 1_200

async function loudestOf(peer: RTCPeerConnection, milliseconds: number): Promise<number> {
  let loudest = 0
  const begin = performance.now()
  while (performance.now() - begin < milliseconds) {
    loudest = Math.max(loudest, await loudness(peer))
    await new Promise(requestAnimationFrame)
  }
  return loudest
}

const refuse = (name: string) =>
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', name))

describe('two ends', () => {
  it('see and hear each other', async () => {
    const { offering, answering } = made(pair())
    const [a, b] = await Promise.all([offering.joined, answering.joined])
    await frames(a).toBeGreaterThan(2)
    await frames(b).toBeGreaterThan(2)
    await expect.poll(() => offering.heard.media.at(-1)).toEqual({ video: true, audio: true })
    await expect.poll(() => answering.heard.media.at(-1)).toEqual({ video: true, audio: true })
    expect(offering.heard.states).toEqual(['connected'])
    expect(a.has).toMatchObject({ microphone: true, camera: true })
  })

  it('speak VP8', async () => {
    const { offering, answering } = made(pair())
    await Promise.all([offering.joined, answering.joined])
    for (const [, entry] of (await peers[0]?.getStats()) ?? [])
      if (entry.type === 'codec' && entry.mimeType.startsWith('video/'))
        expect(entry.mimeType).toMatch(/VP8/i)
  })

  it('plays the picture where it is attached', async () => {
    const video = document.body.appendChild(document.createElement('video'))
    const { offering, answering } = made(pair())
    const line = await offering.joined
    await answering.joined
    line.attach(video)
    line.setVolume(30)
    await expect.poll(() => video.videoWidth, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(video.volume).toBeCloseTo(0.3)
    line.attach(null)
    expect(video.srcObject).toBeNull()
    video.remove()
  })

  it('mute is silence at the other end, and is told', async () => {
    // As with every answered call: a gesture came before, so the amplifier may run.
    await userEvent.click(document.body)
    const { offering, answering } = made(pair({ cameras: false }))
    const [a, b] = await Promise.all([offering.joined, answering.joined])
    const [hears] = peers
    if (!hears) throw new Error('no peer')
    // Loudness is measured of what is played.
    const ear = document.body.appendChild(document.createElement('video'))
    b.attach(ear)
    await expect.poll(() => loudness(hears), { timeout: 10_000, interval: 20 }).toBeGreaterThan(0.01)
    await a.setMicrophone(false)
    await expect.poll(() => answering.heard.media.at(-1)?.audio).toBe(false)
    await expect.poll(() => loudestOf(hears, BEEPS_MS), { timeout: 10_000 }).toBeLessThan(0.005)
    await a.setMicrophone(true)
    await expect.poll(() => loudness(hears), { timeout: 10_000, interval: 20 }).toBeGreaterThan(0.01)
    await expect.poll(() => answering.heard.media.at(-1)?.audio).toBe(true)
    ear.remove()
  })

  it('a covered camera is told, its light goes out, and it comes back', async () => {
    const { offering, answering } = made(pair())
    const a = await offering.joined
    await answering.joined
    await expect.poll(() => answering.heard.media.at(-1)?.video, { timeout: 10_000 }).toBe(true)
    const own = document.createElement('video')
    a.attachOwn(own)
    const shown = own.srcObject as MediaStream
    const [track] = shown.getVideoTracks()
    await a.setCamera(false)
    expect(track?.readyState).toBe('ended')
    await expect.poll(() => answering.heard.media.at(-1)?.video).toBe(false)
    await a.setCamera(true)
    await expect.poll(() => answering.heard.media.at(-1)?.video).toBe(true)
    expect(shown.getVideoTracks()).toHaveLength(1)
  })

  it('hanging up ends both, once, and leaves no track open', async () => {
    const { offering, answering } = made(pair())
    const a = await offering.joined
    await answering.joined
    const own = document.createElement('video')
    a.attachOwn(own)
    const tracks = (own.srcObject as MediaStream).getTracks()
    await a.hangUp()
    await a.hangUp()
    await expect.poll(() => answering.heard.states).toEqual(['connected', 'ended'])
    expect(offering.heard.states).toEqual(['connected', 'ended'])
    expect(tracks.every(({ readyState }) => readyState === 'ended')).toBe(true)
    expect(peers.every(({ connectionState }) => connectionState === 'closed')).toBe(true)
    expect(answering.heard.problems).toEqual([])
  })
})

describe('the negotiation', () => {
  it('keeps candidates that come before the description', async () => {
    const held: CallSignal[] = []
    let offer: CallSignal | undefined
    const both = made(
      pair({
        gate(signal, to) {
          if (to === 'answering' && signal.kind === 'offer' && !offer) {
            offer = signal
            return 'lose'
          }
          if (to === 'answering' && signal.kind === 'candidate') held.push(signal)
          return 'pass'
        },
      }),
    )
    await expect.poll(() => held.some(signal => signal.kind === 'candidate' && !signal.candidate)).toBe(true)
    if (offer) both.answering.say(offer)
    await Promise.all([both.offering.joined, both.answering.joined])
  })

  it('survives an offer that was lost', async () => {
    const clock = handClock()
    let lost = 0
    const { offering, answering } = made(
      pair({ clock, gate: signal => (signal.kind === 'offer' && lost++ === 0 ? 'lose' : 'pass') }),
    )
    await expect.poll(() => lost).toBe(1)
    clock.move(RENEW_MS)
    await Promise.all([offering.joined, answering.joined])
  })

  it('looks for new paths when the network changes, and goes on', async () => {
    const { offering, answering } = made(pair())
    const [a] = await Promise.all([offering.joined, answering.joined])
    const offers = () => answering.heard.signals.filter(({ kind }) => kind === 'offer').length
    const name = () => /ice-ufrag:(\S+)/.exec(peers[1]?.localDescription?.sdp ?? '')?.[1]
    const [before, first] = [offers(), name()]
    dispatchEvent(new Event('online'))
    await expect.poll(offers).toBeGreaterThan(before)
    await expect.poll(name).not.toBe(first)
    await expect
      .poll(() => peers.map(({ connectionState }) => connectionState))
      .toEqual(['connected', 'connected'])
    const so = await a.framesDecoded()
    await frames(a).toBeGreaterThan(so)
  })

  it('tells a network that went, and that the line came back', async () => {
    const { offering, answering } = made(pair())
    await Promise.all([offering.joined, answering.joined])
    dispatchEvent(new Event('offline'))
    expect(offering.heard.states.at(-1)).toBe('reconnecting')
    await expect.poll(() => offering.heard.states.at(-1), { timeout: 10_000 }).toBe('connected')
    expect(offering.heard.problems).toEqual([])
  })

  it('gives up a line that does not come back', async () => {
    const clock = handClock()
    const { offering, answering } = made(pair({ clock }))
    await Promise.all([offering.joined, answering.joined])
    dispatchEvent(new Event('offline'))
    clock.move(GIVE_UP_MS)
    expect(offering.heard.states).toEqual(['connected', 'reconnecting', 'ended'])
    expect(offering.heard.problems).toEqual(['network'])
  })

  it('is told when nobody is there', async () => {
    const clock = handClock()
    const { end, sent } = made(single(false, clock))
    clock.move(JOIN_TIMEOUT_MS)
    await expect(end.joined).rejects.toMatchObject({ name: 'LineError', problem: 'timeout' })
    expect(end.heard.states).toEqual(['ended'])
    expect(sent.filter(({ kind }) => kind !== 'media').map(({ kind }) => kind)).toEqual([
      'renew',
      'renew',
      'bye',
    ])
    expect(peers.every(({ connectionState }) => connectionState === 'closed')).toBe(true)
  })

  it('is told when the other end leaves before the line stands', async () => {
    const { end } = made(single(false))
    end.say({ kind: 'bye' })
    await expect(end.joined).rejects.toMatchObject({ problem: 'gone' })
  })

  it('can be given up while it joins', async () => {
    const { end, sent } = made(single(true))
    end.abort.abort()
    await expect(end.joined).rejects.toMatchObject({ name: 'AbortError' })
    expect(sent.at(-1)).toEqual({ kind: 'bye' })
    expect(end.heard.states).toEqual(['ended'])
  })

  it('a description that is nonsense does not break the line that comes after', async () => {
    const both = made(pair())
    both.answering.say({ kind: 'offer', sdp: 'v=0 nonsense' })
    both.answering.say({ kind: 'candidate', candidate: 'nonsense', mid: '9', line: 9 })
    await Promise.all([both.offering.joined, both.answering.joined])
  })
})

describe('what is missing', () => {
  it('a refused microphone: listens on, says so, and can be asked again', async () => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    const asks = refuse('NotAllowedError')
    const { offering, answering } = made(pair({ cameras: false }))
    const a = await offering.joined
    await answering.joined
    expect(offering.heard.problems).toEqual(['refused'])
    expect(offering.heard.own.at(-1)?.audio).toBe(false)
    expect(a.has.microphone).toBe(true)
    asks.mockImplementation(real)
    await a.setMicrophone(true)
    expect(offering.heard.own.at(-1)?.audio).toBe(true)
    await expect.poll(() => answering.heard.media.at(-1)?.audio, { timeout: 10_000 }).toBe(true)
  })

  it('microphone and camera refused: the graver of the two is told', async () => {
    refuse('NotAllowedError')
    const { offering, answering } = made(pair())
    await Promise.all([offering.joined, answering.joined])
    await expect.poll(() => offering.heard.own.length).toBeGreaterThan(1)
    expect(offering.heard.problems).toEqual(['refused'])
  })

  it('no microphone: sees and hears the other side all the same', async () => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    const asks = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    // Only the end that asks first is without.
    asks.mockRejectedValueOnce(new DOMException('none', 'NotFoundError')).mockImplementation(real)
    const { offering, answering } = made(pair())
    const [, b] = await Promise.all([offering.joined, answering.joined])
    expect(answering.heard.problems).toEqual(['noMicrophone'])
    expect(b.has.microphone).toBe(false)
    await frames(b).toBeGreaterThan(2)
    await expect.poll(() => answering.heard.media.at(-1)).toEqual({ video: true, audio: true })
  })

  it('no camera: sound only, without a complaint', async () => {
    vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([
      { kind: 'audioinput', deviceId: '1', groupId: '1', label: '', toJSON: () => '' },
    ])
    const { offering, answering } = made(pair())
    const [a] = await Promise.all([offering.joined, answering.joined])
    await expect
      .poll(() => offering.heard.media.at(-1), { timeout: 10_000 })
      .toEqual({ video: false, audio: true })
    expect(offering.heard.problems).toEqual([])
    expect(a.has.camera).toBe(false)
  })

  it('outside a secure context it is told, and the call goes on receiving', async () => {
    vi.stubGlobal('isSecureContext', false)
    refuse('TypeError')
    const { offering, answering } = made(pair({ cameras: false }))
    await Promise.all([offering.joined, answering.joined])
    expect(offering.heard.problems).toEqual(['insecure'])
    vi.unstubAllGlobals()
  })
})

describe('the check before a call', () => {
  const { check } = builtInProvider()
  afterEach(() => vi.unstubAllGlobals())

  it('finds nothing in the way here', async () => {
    await expect(check()).resolves.toBeUndefined()
  })

  it('asks for a secure context', async () => {
    vi.stubGlobal('isSecureContext', false)
    await expect(check()).resolves.toBe('insecure')
  })

  it('asks for a browser that can', async () => {
    vi.stubGlobal('RTCPeerConnection', undefined)
    await expect(check()).resolves.toBe('unsupported')
    await expect(
      builtInProvider().join({
        data: joinData(false),
        signals: { send: () => {}, onSignal: () => () => {} },
        camera: false,
        events: { onState: () => {}, onProblem: () => {}, onQuality: () => {}, onRemoteMedia: () => {} },
      }),
    ).rejects.toBeInstanceOf(LineError)
  })

  it('asks for a microphone or a camera', async () => {
    vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([])
    await expect(check()).resolves.toBe('noDevices')
  })

  it('does not take silence about devices for none', async () => {
    vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockRejectedValue(new Error('no'))
    await expect(check()).resolves.toBeUndefined()
  })
})
