// Files that people upload: pictures, documents, sounds, videos.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { moment, rowBase } from '../fields.ts'

export const fileKind = z.enum(['image', 'file', 'video', 'plan'])
export type FileKind = z.output<typeof fileKind>
/** Kind of files that belong to recordings: they are listed, played and deleted with these. */
export const RECORDED_FILE = 'recording'

/** Bytes an upload may have (console specification, section 9). The message about images says 500 KB, as specified. */
export const MOST_UPLOAD_BYTES: Record<FileKind, number> = {
  image: 600 * 1024,
  file: 5 * 1024 * 1024,
  video: 20 * 1024 * 1024,
  plan: 10 * 1024 * 1024,
}
export const MOST_IMAGE_PIXELS = 25_000_000
/** Of a plan that is sent; what is kept of it is smaller. */
export const MOST_PLAN_PIXELS = 40_000_000
/** The longer side of a plan as it is kept: more than any screen, less than any graphics memory. */
export const MOST_PLAN_SIDE = 4096

/** What each kind accepts, by content; SVG never: it can carry scripts. */
export const uploadTypes = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  file: [
    'text/csv',
    'text/plain',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/zip',
    'audio/mpeg',
    'image/jpeg',
    'image/png',
  ],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  plan: ['image/jpeg', 'image/png', 'image/webp'],
} as const satisfies Record<FileKind, readonly string[]>

export const storedFile = defineEntity({
  key: 'storedFile',
  service: 'user',
  permission: 'file',
  grants: {
    menu: 'CloudStorage',
    property: ['save', 'read', 'export'],
    patrol: ['save'],
    duty: ['save', 'read'],
  },
  page: {
    path: '/CloudStorage',
    layout: 'console',
    titleZh: '云存储',
    titleEn: 'Cloud storage',
    directory: 'Video',
    after: 'VCRList',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    kind: fileKind,
    name: z.string(),
    /** Found by looking into it, not by its name. */
    contentType: z.string(),
    bytes: z.int(),
    width: z.nullable(z.int()),
    height: z.nullable(z.int()),
    /** Path under which it is served: `/files/<random>`; who knows it may read it. */
    url: z.string(),
    /** Where its bytes are. */
    storage: z.enum(['local', 's3']),
    userName: z.string(),
    lastReadAt: z.nullable(moment),
  }),
  filters: { kind: 'oneOf', name: 'contains', createdAt: 'range' },
  sorts: ['createdAt', 'name', 'bytes', 'kind'],
  defaultSort: '-createdAt',
  search: ['name', 'userName'],
  countBy: 'kind',
  removable: true,
  commands: {},
})
