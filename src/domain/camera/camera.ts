// Cameras and whatever else shows a moving picture: where it comes from, how it stands, what one may do with it.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, latitude, longitude, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { CAMERA_ADDRESS, NAME_LENGTH, ONVIF_ADDRESS, PLACE_LENGTH, USERNAME_LENGTH } from '../limits.ts'

/** At most so many are open at once (console specification, section 5). */
export const MOST_MONITORS = 6

/**
 * `rtsp`: the server plays the camera's address. `whip`: the device sends by itself, with a token. `gateway`: another media
 * server has it under a name.
 */
export const cameraSource = z.enum(['rtsp', 'whip', 'gateway'])
export type CameraSource = z.output<typeof cameraSource>

/** `main`: the whole picture; `sub`: the small one, where the camera has one. */
export const cameraStream = z.enum(['main', 'sub'])
export type CameraStream = z.output<typeof cameraStream>

/** `idle`: nobody looks, so nothing is fetched. `waiting`: it was lost or did not come, and is tried again. */
export const cameraState = z.enum(['idle', 'connecting', 'live', 'waiting'])
export type CameraState = z.output<typeof cameraState>

/** Why there is no picture. The wire's refusals are called the same, behind `camera.`. */
export const cameraFault = z.enum([
  /** Nobody answers at its address. */
  'unreachable',
  /** Its account is refused, or it demands one. */
  'account',
  /** Its picture is in a form that browsers cannot show, such as H.265. */
  'codec',
  /** It sends nothing that could be shown. */
  'noPicture',
  /** It answers, but knows nothing of this stream. */
  'noStream',
  /** Its address is in no network that cameras may be in. */
  'network',
  /** It fell silent. */
  'stalled',
  /** It does not speak the protocol, or says no. */
  'refused',
  /** It sends by itself, and does not now. */
  'notSending',
  /** The gateway is not set, or does not answer. */
  'gateway',
  /** Switched off here. */
  'off',
  /** The program that carries pictures is not there or does not start. */
  'engine',
])
export type CameraFault = z.output<typeof cameraFault>

/** `rtsp://host:port/path`, without an account; or a gateway's name of the stream. */
const address = z.string().check(
  z.maxLength(500),
  z.refine(value => value === '' || CAMERA_ADDRESS.test(value), { error: 'cameraAddress' }),
)
const onvif = z.string().check(
  z.maxLength(500),
  z.refine(value => value === '' || ONVIF_ADDRESS.test(value), { error: 'onvifAddress' }),
)

const fields = {
  name: nonEmpty(NAME_LENGTH),
  /** The device of the fleet that has this camera. */
  deviceId: z.optional(z.nullable(id)),
  departmentId: z.optional(z.nullable(id)),
  place: z.optional(text(PLACE_LENGTH)),
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  source: cameraSource,
  /** Empty where the device sends by itself. */
  mainAddress: address,
  /** Of the small picture; without one, walls show the whole picture. */
  subAddress: z.optional(address),
  username: z.optional(text(USERNAME_LENGTH)),
  /** Where ONVIF is asked; it moves the camera. */
  onvifAddress: z.optional(onvif),
  /** It has a loudspeaker that takes what people here say. */
  talks: z.boolean(),
  enabled: z.boolean(),
}

export const camera = defineEntity({
  key: 'camera',
  service: 'device',
  permission: 'camera',
  grants: {
    menu: 'cameras',
    property: ['read', 'save', 'remove', 'export', 'watch', 'talk', 'move'],
    duty: ['read', 'watch', 'talk', 'move'],
  },
  page: {
    path: '/cameras',
    layout: 'console',
    titleZh: '摄像机',
    titleEn: 'Cameras',
    directory: 'Video',
    icon: 'camera',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    mainAddress: z.nullable(z.string()),
    deviceName: z.optional(z.nullable(z.string())),
    imei: z.optional(z.nullable(z.string())),
    departmentName: z.optional(z.nullable(z.string())),
    hasPassword: z.boolean(),
    /** It has a token with which it may send. */
    hasToken: z.boolean(),
  }),
  /** An empty password takes it off; an absent one leaves it as it is. It is sealed and never shown again. */
  write: z.object({ ...fields, password: z.optional(text(128)) }),
  unique: ['name'],
  filters: {
    name: 'contains',
    source: 'oneOf',
    enabled: 'equals',
    departmentId: 'equals',
    deviceId: 'equals',
  },
  sorts: ['name', 'source', 'place', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'place'],
  countBy: 'source',
  department: 'departmentId',
  refs: {
    deviceId: { entity: 'device', label: 'deviceName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  removable: true,
  commands: {},
})

/** What one may with a camera besides keeping it. */
export const cameraPermissions = { watch: 'camera.watch', talk: 'camera.talk', move: 'camera.move' } as const

/** What is known of one stream while it is fetched. */
export const streamFacts = z.object({
  stream: cameraStream,
  /** `H264` or `VP8`. */
  codec: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  framesPerSecond: z.nullable(z.number()),
  kilobits: z.nullable(z.number()),
  /** Share of what the camera sent that did not come, 0 to 1, over the last seconds. */
  loss: z.nullable(z.number()),
  /** Milliseconds by which packets came late at most, over the last seconds. */
  jitterMs: z.nullable(z.number()),
  viewers: z.int(),
})
export type StreamFacts = z.output<typeof streamFacts>

/** How a camera stands; the same is told live. */
export const cameraHealth = z.object({
  cameraId: id,
  state: cameraState,
  /** Since when it is in this state. */
  since: moment,
  /** Of `waiting`: why; null otherwise. */
  fault: z.nullable(cameraFault),
  /** How often it was tried in vain since it was last live. */
  attempts: z.int(),
  nextTryAt: z.nullable(moment),
  streams: z.array(streamFacts),
})
export type CameraHealth = z.output<typeof cameraHealth>
