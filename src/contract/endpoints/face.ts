// What the console asks of faces beyond the generic endpoints. Pictures go over endpoints that ask who wants to see them;
// they are never served under an address that anybody may open who knows it.
import * as z from 'zod/mini'
import { faceDuty } from '../../domain/face/duties.ts'
import { captureState, faceCheck } from '../../domain/face/face.ts'
import { id, moment, several, text } from '../../domain/fields.ts'
import { BYTES_32, rowIds } from '../../domain/limits.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)
const service = 'user' as const
const key = z.string().check(z.regex(BYTES_32))

/** Who compares faces: `none` says that nobody does. */
export const faceEngineKind = z.enum(['none', 'worker'])

export const faceState = endpoint({
  service,
  method: 'GET',
  path: 'face/state',
  access: 'faceCapture.read',
  summary: 'Whether the tenant has turned faces on, and which engine there is',
  request: z.strictObject({}),
  response: z.object({
    on: z.boolean(),
    onAt: z.nullable(moment),
    onBy: z.nullable(z.string()),
    engine: faceEngineKind,
  }),
})

export const turnFacesOn = endpoint({
  service,
  method: 'POST',
  path: 'face/turnOn',
  access: 'faceLibrary.decide',
  summary: 'Turn faces on for the own tenant, taking on every duty',
  request: z.strictObject({ duties: several(faceDuty, faceDuty.options.length) }),
  response: z.null(),
})

/** What is stored stays, can be looked at and erased; nothing is added and nothing compared any more. */
export const turnFacesOff = endpoint({
  service,
  method: 'POST',
  path: 'face/turnOff',
  access: 'faceLibrary.decide',
  summary: 'Turn faces off for the own tenant',
  request: z.strictObject({}),
  response: z.null(),
})

/** Answers the address, which the sample is then saved with. Refuses what shows no face, two, or one that is no use. */
export const uploadFaceImage = endpoint({
  service,
  method: 'POST',
  path: 'face/uploadFaceImg',
  access: 'faceSample.save',
  summary: 'Upload a picture of a face',
  upload: 'image',
  request: z.strictObject({}),
  response: z.string(),
})

const waiting = z.object({
  picture: z.string(),
  name: z.string(),
  check: faceCheck,
  quality: z.nullable(z.int()),
  faceSize: z.nullable(z.int()),
  sharpness: z.nullable(z.int()),
  brightness: z.nullable(z.int()),
})
export type WaitingFace = z.output<typeof waiting>

/** Pictures that were uploaded and are no sample yet, newest first. */
export const waitingFaces = endpoint({
  service,
  method: 'GET',
  path: 'face/waiting',
  access: 'faceSample.save',
  summary: 'Uploaded pictures of the own tenant that wait to become samples, with their quality',
  request: z.strictObject({}),
  response: z.array(waiting),
})

export const discardFaces = endpoint({
  service,
  method: 'POST',
  path: 'face/discard',
  access: 'faceSample.save',
  summary: 'Erase uploaded pictures that are no sample',
  request: z.strictObject({
    pictures: several(text(300), 500).check(z.minLength(1, { error: 'nothingSelected' })),
  }),
  response: z.null(),
})

export const waitingPicture = endpoint({
  service,
  method: 'GET',
  path: 'face/picture',
  access: 'faceSample.save',
  summary: 'An uploaded picture that is no sample yet',
  request: z.strictObject({ key }),
  response: z.null(),
  file: true,
})

export const samplePicture = endpoint({
  service,
  method: 'GET',
  path: 'faceSample/picture',
  access: 'faceSample.read',
  summary: 'The picture of a sample',
  request: z.strictObject({ id: idInQuery }),
  response: z.null(),
  file: true,
})

export const capturePicture = endpoint({
  service,
  method: 'GET',
  path: 'faceCapture/picture',
  access: 'faceCapture.read',
  summary: 'The picture of a capture, or of the sample it was matched with',
  request: z.strictObject({ id: idInQuery, of: z.enum(['captured', 'matched']) }),
  response: z.null(),
  file: true,
})

/** Form fields beside the file. Compares with all libraries, or with the named ones; the picture is kept as a capture. */
export const uploadCapture = endpoint({
  service,
  method: 'POST',
  path: 'faceCapture/upload',
  access: 'faceCapture.save',
  summary: 'Upload a capture and compare it with the libraries',
  upload: 'image',
  request: z.strictObject({
    /** With commas between; left out: all. */
    libraryIds: z.optional(z.string().check(z.regex(rowIds(50)))),
    deviceId: z.optional(idInQuery),
    place: z.optional(text(200)),
    at: z.optional(inQuery(16, moment)),
  }),
  response: z.object({ id, state: captureState, similarity: z.nullable(z.int()) }),
})
