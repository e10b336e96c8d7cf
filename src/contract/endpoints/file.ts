// Uploads and where they go (console specification, section 7). Answered with code 1 and the address.
import * as z from 'zod/mini'
import { uploadedAdvert } from '../../domain/advert/advertisement.ts'
import { id } from '../../domain/fields.ts'
import type { FileKind } from '../../domain/file/stored-file.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const upload = (path: string, kind: FileKind, summary: string) =>
  ({
    service: 'user',
    method: 'POST',
    path,
    access: 'file.save',
    summary,
    upload: kind,
    request: z.strictObject({}),
  }) as const

export const uploadHeaderImage = endpoint({
  ...upload('ossUser/addOssHederImg', 'image', 'Upload a picture'),
  response: z.string(),
})

const stored = z.object({ id, url: z.string(), name: z.string(), bytes: z.int(), contentType: z.string() })

export const uploadVideo = endpoint({
  ...upload('ossUser/uploadVideo', 'video', 'Upload a video'),
  response: stored,
})
export const uploadAdvertVideo = endpoint({
  ...upload(
    'ossUser/uploadAdvertVideo',
    'video',
    'Upload a video of an advertisement; what it is and how long, is measured',
  ),
  response: z.object({ ...stored.shape, ...uploadedAdvert.shape }),
})
/** Documents, sounds, spreadsheets for an import. */
export const uploadFile = endpoint({
  ...upload('file/upload', 'file', 'Upload a document, sound or spreadsheet'),
  response: stored,
})

export const storageUse = endpoint({
  service: 'user',
  method: 'GET',
  path: 'storage/use',
  access: 'file.read',
  summary: 'What the own tenant stores and how much it may',
  request: z.strictObject({}),
  response: z.object({
    where: z.enum(['local', 's3']),
    /** Bucket of the object storage; null on local disk. */
    bucket: z.nullable(z.string()),
    quotaBytes: z.int(),
    usedBytes: z.int(),
    /** On the server's disk; null where it cannot be told. */
    freeBytes: z.nullable(z.int()),
    parts: z.array(
      z.object({
        /** `removed`: may still be taken back, and counts until it is thrown away. `export`, `recording`: do not count. */
        part: z.enum(['image', 'file', 'video', 'plan', 'recording', 'removed', 'export']),
        count: z.int(),
        bytes: z.int(),
      }),
    ),
  }),
})

/** What a sheet holds that was uploaded for an import: looked at before anything is saved. */
export const sheetOfFile = endpoint({
  service: 'user',
  method: 'GET',
  path: 'file/sheet',
  access: 'file.save',
  summary: 'Headings and first rows of an uploaded spreadsheet',
  request: z.strictObject({ id: inQuery(15, id) }),
  response: z.object({
    headings: z.array(z.string()),
    /** The first rows, as text. */
    rows: z.array(z.array(z.string())),
    totalRows: z.int(),
  }),
})
