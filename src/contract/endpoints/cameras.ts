// Live pictures of cameras and devices: watching, how they stand, moving them, talking through them.
import * as z from 'zod/mini'
import {
  cameraPermissions,
  cameraStream,
  cameraHealth as health,
  MOST_MONITORS,
  streamFacts,
} from '../../domain/camera/camera.ts'
import { id, imei, nonEmpty, several, text } from '../../domain/fields.ts'
import { BYTES_24 } from '../../domain/limits.ts'
import { iceServer } from '../call-signal.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

/** Most characters of a viewer's description. */
export const MOST_VIEW_SDP = 40_000
/** A view whose page says nothing for so long is over; it says so three times as often. */
export const VIEW_KEEP_ALIVE_MS = 15_000
export const VIEW_SILENT_MS = 3 * VIEW_KEEP_ALIVE_MS
/** Views of one person at once, over all pages and windows. */
export const MOST_VIEWS = 2 * MOST_MONITORS + 4
/** A movement goes on for so long unless it is asked for again: nobody's camera turns for good. */
export const MOVE_MS = 1_000

/** One person's look at one camera. */
export const viewId = z.string().check(z.regex(BYTES_24))

/** What a page needs before it watches: the servers that lead through firewalls, and whether pictures are carried at all. */
export const videoSetup = endpoint({
  service: 'device',
  method: 'GET',
  path: 'camera/setup',
  access: cameraPermissions.watch,
  summary: 'What is needed for watching cameras',
  request: z.strictObject({}),
  response: z.object({
    engine: z.enum(['idle', 'up', 'down', 'missing']),
    iceServers: z.array(iceServer),
    /** This installation has a video gateway. */
    gateway: z.boolean(),
  }),
})

/** Cameras of devices: those of these that have one, and that one may watch. */
export const camerasOfDevices = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/ofDevices',
  access: cameraPermissions.watch,
  summary: 'Which of these devices have a picture',
  request: z.strictObject({ imeis: several(imei, 500) }),
  response: z.array(z.object({ imei, cameraId: id, name: z.string(), enabled: z.boolean() })),
})

/**
 * Watches a camera, by its id or by the device that it belongs to. The offer has one line that takes video, one that takes
 * audio where sound is wanted, and (for talking back) that one both ways; no candidates need to follow. Refused with the
 * faults of `cameraFault` behind `camera.`, with `camera.description` for an offer that is none or has no codec in common,
 * `camera.tooMany` (MOST_VIEWS), `row.unknown` where there is no such camera.
 */
export const watchCamera = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/watch',
  access: cameraPermissions.watch,
  summary: 'Watch a camera: an offer for an answer',
  request: z.strictObject({
    cameraId: z.optional(id),
    imei: z.optional(imei),
    stream: cameraStream,
    sdp: z.string().check(z.minLength(1), z.maxLength(MOST_VIEW_SDP)),
  }),
  response: z.object({
    viewId,
    cameraId: id,
    name: z.string(),
    imei: z.nullable(z.string()),
    sdp: z.string(),
    /** What is really sent: `main` where there is no small picture. */
    facts: streamFacts,
    /** Sound comes with it. */
    sound: z.boolean(),
    /** The camera takes what is said here, and one may. */
    canTalk: z.boolean(),
    /** It can be moved, and one may. */
    canMove: z.boolean(),
  }),
})

/**
 * Says that views are still looked at; answers those that are over: of another person, ended, or never begun. Lost pictures
 * come back by themselves while a view is kept.
 */
export const keepViews = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/keep',
  access: cameraPermissions.watch,
  summary: 'Keep views of cameras alive',
  request: z.strictObject({ viewIds: several(viewId, MOST_VIEWS) }),
  response: z.object({ over: z.array(z.string()) }),
})

export const leaveView = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/leave',
  access: cameraPermissions.watch,
  summary: 'End a view of a camera',
  request: z.strictObject({ viewId }),
  response: z.object({}),
})

/** Without ids, of all that one may see and that are fetched now or are tried again. The rest is idle. */
export const camerasHealth = endpoint({
  service: 'device',
  method: 'GET',
  path: 'camera/health',
  access: cameraPermissions.watch,
  summary: 'How cameras stand',
  request: z.strictObject({}),
  response: z.array(health),
})

const part = z.number().check(z.minimum(-1), z.maximum(1))

/**
 * Moves for MOVE_MS from now on; all three 0: stops. Refused with `camera.cannotMove` where the camera cannot, with
 * `camera.unreachable`, `camera.account`, `camera.network`, `camera.refused`.
 */
export const moveCamera = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/move',
  access: cameraPermissions.move,
  summary: 'Turn a camera, or zoom with it',
  request: z.strictObject({
    cameraId: id,
    /** Right is positive. */
    pan: part,
    /** Up is positive. */
    tilt: part,
    /** In is positive. */
    zoom: part,
  }),
  response: z.object({}),
})

export const cameraPresets = endpoint({
  service: 'device',
  method: 'GET',
  path: 'camera/presets',
  access: cameraPermissions.move,
  summary: 'Places that a camera knows',
  request: z.strictObject({ cameraId: inQuery(15, id) }),
  response: z.array(z.object({ token: z.string(), name: z.string() })),
})

export const goToPreset = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/goToPreset',
  access: cameraPermissions.move,
  summary: 'Turn a camera to a place that it knows',
  request: z.strictObject({ cameraId: id, token: nonEmpty(100) }),
  response: z.object({}),
})

/**
 * Takes the word on a camera, or gives it up. One person has it at a time: `camera.talkBusy`. `camera.cannotTalk` where the
 * camera takes no sound or the view's offer sends none.
 */
export const talkThroughCamera = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/speak',
  access: cameraPermissions.talk,
  summary: 'Begin or end talking through a camera',
  request: z.strictObject({ viewId, on: z.boolean() }),
  response: z.object({}),
})

/** Makes the token with which a device sends its picture (WHIP); it is shown once, and ends the one before. */
export const newCameraToken = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/newToken',
  access: 'camera.save',
  summary: 'Make the token with which a device sends its picture',
  request: z.strictObject({ cameraId: id }),
  response: z.object({ token: z.string(), url: z.string() }),
})

/** Asks a camera over ONVIF what it has, for its form. The account of the row is used where none is given. */
export const askCamera = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/ask',
  access: 'camera.save',
  summary: 'Ask a camera over ONVIF for its addresses',
  request: z.strictObject({
    cameraId: z.optional(id),
    onvifAddress: nonEmpty(500),
    username: z.optional(text(128)),
    password: z.optional(text(128)),
  }),
  response: z.object({
    maker: z.string(),
    model: z.string(),
    canMove: z.boolean(),
    profiles: z.array(
      z.object({
        name: z.string(),
        codec: z.string(),
        width: z.nullable(z.int()),
        height: z.nullable(z.int()),
        address: z.string(),
      }),
    ),
  }),
})
