// Uploads of large videos in parts: begun, continued after whatever happened, ended with the digest of the whole. People send
// with their session; body-worn recorders with a token that they get for their secret (docs/body-worn-recorders.md).
import * as z from 'zod/mini'
import { id, imei, moment, text } from '../../domain/fields.ts'
import { NOTE_LENGTH } from '../../domain/limits.ts'
import { fileName, recordingBytes, sha256, uploadState } from '../../domain/recordings/part-upload.ts'
import { endpoint } from '../endpoint.ts'
import { errorId } from '../errors.ts'

export const partUpload = z.object({
  id,
  name: z.string(),
  bytes: z.int(),
  /** Bytes of every part but the last. */
  partBytes: z.int(),
  state: uploadState,
  /** Why the last check did not go well. */
  problem: z.nullable(errorId),
  /** The parts that are here, counted from 0. */
  parts: z.array(z.object({ part: z.int(), sha256: z.string() })),
  updatedAt: moment,
  /** Of one that is done. */
  recordingId: z.nullable(id),
})
export type PartUpload = z.output<typeof partUpload>

const SAVE = 'recording.save'
const file = { name: fileName, bytes: recordingBytes }
const about = {
  /** When the recording was begun; without it the file is asked, then the clock. */
  takenAt: z.optional(moment),
  note: z.optional(z.nullable(text(NOTE_LENGTH))),
}
const ofOne = z.strictObject({ id })

/**
 * Refused with `upload.tooLarge`, `upload.tooMany` (not finished), `file.quota`, `upload.noRoom`.
 */
export const beginPartUpload = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recording/upload/begin',
  access: SAVE,
  summary: 'Begin to upload a large video in parts',
  request: z.strictObject({ ...file, ...about, deviceId: z.optional(z.nullable(id)) }),
  response: partUpload,
})

const written = z.string().check(z.regex(/^\d{1,15}$/, { error: 'type' }))

/**
 * One part, in whatever order; one that is here already is taken as it is. Refused with `upload.partLength`,
 * `upload.partDigest` (it was changed on its way), `upload.partDiffers` (another one is here), `upload.noRoom`.
 */
export const sendPart = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recording/upload/part',
  access: SAVE,
  summary: 'Send one part of a large video',
  upload: 'video',
  request: z.strictObject({ id: written, part: written, sha256 }),
  response: z.object({ part: z.int() }),
})

/** Refused with `upload.missing`. The whole is looked at in the background: ask for the state. */
export const finishPartUpload = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recording/upload/finish',
  access: SAVE,
  summary: 'Say that all parts were sent, with the SHA-256 of the whole',
  request: z.strictObject({ id, sha256 }),
  response: partUpload,
})

export const ownPartUploads = endpoint({
  service: 'user',
  method: 'GET',
  path: 'recording/uploads',
  access: SAVE,
  summary: 'Own uploads in parts that are not finished, and those that were finished lately',
  request: z.strictObject({}),
  response: z.array(partUpload),
})

export const dropPartUpload = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recording/upload/drop',
  access: SAVE,
  summary: 'Give an unfinished upload up; its parts are thrown away',
  request: ofOne,
  response: z.null(),
})

const TOKEN_LENGTH = 200
const token = z.string().check(z.maxLength(TOKEN_LENGTH))

/** Of a device: IMEI and secret as at the broker. Refused with `session.badCredentials`, `session.throttled`. */
export const recorderToken = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recorder/token',
  access: 'public',
  summary: 'Get a token with which a body-worn recorder uploads for an hour',
  request: z.strictObject({ imei, secret: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({ token: z.string(), expiresAt: moment, partBytes: z.int() }),
})

/** An upload of the same name and length that is not finished is continued. */
export const recorderBegin = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recorder/begin',
  access: 'public',
  summary: 'Begin or continue the upload of a video by a body-worn recorder',
  request: z.strictObject({ token, ...file, ...about }),
  response: partUpload,
})

export const recorderFinish = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recorder/finish',
  access: 'public',
  summary: 'Say that all parts were sent by a body-worn recorder, with the SHA-256 of the whole',
  request: z.strictObject({ token, id, sha256 }),
  response: partUpload,
})

export const recorderState = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recorder/state',
  access: 'public',
  summary: 'What became of an upload of a body-worn recorder',
  request: z.strictObject({ token, id }),
  response: partUpload,
})
