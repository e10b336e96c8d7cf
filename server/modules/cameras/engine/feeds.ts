// The ways by which pictures come into the program, behind one shape: a camera that is played.

import { connect } from 'node:net'
import type { CameraFault } from '../../../../src/domain/camera/camera.ts'
import { SECOND_MS } from '../../../../src/domain/durations.ts'
import { connectTo, readNetworks } from '../address.ts'
import type { SoundCodec, VideoCodec } from '../frames.ts'
import { CameraError, playCamera, type CameraFault as RtspFault } from '../rtsp/client.ts'
import type { CameraAccount } from '../rtsp/credentials.ts'
import type { CameraTrack } from '../rtsp/description.ts'
import { parametersOf } from './h264.ts'
import type { CameraPlan } from './words.ts'

export interface SoundLine {
  codec: SoundCodec
  clockRate: number
}

/** Where a source gets its pictures. */
export interface Feed {
  video: VideoCodec
  sound: SoundLine | undefined
  /** What the other end takes of sound. */
  takes: SoundCodec | undefined
  /** Parameters of H.264 that were told beside the stream. */
  parameters: readonly Buffer[]
  /** Milliseconds that a packet may come late. */
  waitMs: number
  /** Sends a packet's payload of sound. */
  say(payload: Buffer, timestamp: number): void
  /** Asks for a key frame, where that can be asked for. */
  refresh(): void
  stop(): void
}

export interface FeedEvents {
  onVideo(packet: Buffer): void
  onSound(packet: Buffer): void
  onEnd(fault: CameraFault): void
}

/** Why there is no feed. */
export class FeedError extends Error {
  readonly fault: CameraFault
  constructor(fault: CameraFault) {
    super(fault)
    this.name = 'FeedError'
    this.fault = fault
  }
}

const faults: Record<RtspFault, CameraFault> = {
  unreachable: 'unreachable',
  forbidden: 'account',
  notFound: 'noStream',
  notRtsp: 'refused',
  noTracks: 'noPicture',
  codec: 'codec',
  stalled: 'stalled',
  refused: 'refused',
  closed: 'unreachable',
}

export function faultOf(error: unknown): CameraFault {
  if (error instanceof FeedError) return error.fault
  if (!(error instanceof CameraError)) return 'refused'
  const { cause } = error
  return cause instanceof Error && 'code' in cause && cause.code === 'ENETWORK'
    ? 'network'
    : faults[error.fault]
}

/** Hosts of this ending are the simulated cameras. */
export const SIMULATED = '.simulated'

/** How a camera's host is reached; undefined where its networks cannot be read. */
export function connectorOf(
  { networks, simulated }: Pick<CameraPlan, 'networks' | 'simulated'>,
  alsoHere: boolean,
) {
  const allowed = readNetworks(networks ?? ['0.0.0.0/0', '::/0'], alsoHere || networks === null)
  if (!allowed) throw new FeedError('network')
  const reach = connectTo(allowed)
  return (host: string, port: number) =>
    simulated !== null && host.endsWith(SIMULATED) ? connect(simulated, '127.0.0.1') : reach(host, port)
}

/** A camera that has fallen silent is said to be lost within five seconds. */
const PATIENCE = { answer: 5 * SECOND_MS, silence: 3.5 * SECOND_MS }

const SHOWN: Readonly<Record<string, VideoCodec>> = { H264: 'H264', VP8: 'VP8' }
const HEARD: Readonly<Record<string, SoundCodec>> = { PCMA: 'PCMA', PCMU: 'PCMU', OPUS: 'OPUS' }

function chosenOf(tracks: readonly CameraTrack[]) {
  const videos = tracks.filter(({ kind, takes }) => kind === 'video' && !takes)
  const video = videos.find(({ codec, clockRate }) => SHOWN[codec] && clockRate === 90_000)
  if (!video && videos.length > 0) throw new CameraError('codec', videos.map(({ codec }) => codec).join(' '))
  const ofSound = (takes: boolean) =>
    tracks.find(track => track.kind === 'audio' && track.takes === takes && HEARD[track.codec])
  return { video, sound: ofSound(false), back: ofSound(true) }
}

/** Plays a camera's address. */
export async function pull(
  plan: CameraPlan,
  address: string,
  events: FeedEvents,
  options: { alsoHere: boolean; abort: AbortSignal },
): Promise<Feed> {
  let video: CameraTrack | undefined
  const account: CameraAccount | undefined = plan.account ?? undefined
  const playing = await playCamera({
    address,
    ...(account && { account }),
    connect: connectorOf(plan, options.alsoHere),
    talks: plan.talks,
    patience: PATIENCE,
    abort: options.abort,
    choose: ({ tracks }) => {
      const chosen = chosenOf(tracks)
      video = chosen.video
      return video ? [video, chosen.sound, chosen.back].filter(track => track !== undefined) : []
    },
    onPacket(track, packet, isControl) {
      if (isControl) return
      if (track === video) events.onVideo(packet)
      else if (!track.takes) events.onSound(packet)
    },
    onEnd: error => {
      if (error) events.onEnd(faultOf(error))
    },
  })
  const { sound, back } = chosenOf(playing.tracks)
  const codec = SHOWN[video?.codec ?? '']
  if (!codec) throw new FeedError('codec')
  const soundCodec = sound && HEARD[sound.codec]
  const said = { sequence: 0, first: true }
  return {
    video: codec,
    sound: sound && soundCodec && { codec: soundCodec, clockRate: sound.clockRate },
    takes: back && HEARD[back.codec],
    parameters: parametersOf(video?.parameters.get('sprop-parameter-sets')),
    waitMs: 0,
    say(payload, timestamp) {
      if (!back) return
      const packet = Buffer.alloc(12 + payload.length)
      packet.writeUInt8(0x80, 0)
      packet.writeUInt8((said.first ? 0x80 : 0) | back.payloadType, 1)
      packet.writeUInt16BE(said.sequence, 2)
      packet.writeUInt32BE(timestamp, 4)
      packet.writeUInt32BE(1, 8)
      payload.copy(packet, 12)
      said.sequence = (said.sequence + 1) & 0xffff
      said.first = false
      playing.send(back, packet)
    },
    refresh: () => {},
    stop: playing.stop,
  }
}
