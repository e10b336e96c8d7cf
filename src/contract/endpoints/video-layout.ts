// Layouts of the wall of live pictures: kept for each person under names of their own, on every device they log in on.
import * as z from 'zod/mini'
import { cameraPermissions, MOST_MONITORS } from '../../domain/camera/camera.ts'
import { id, moment, nonEmpty } from '../../domain/fields.ts'
import { NAME_LENGTH } from '../../domain/limits.ts'
import { wallShapes } from '../../domain/video/wall.ts'
import { endpoint } from '../endpoint.ts'

/** Layouts of one person. */
export const MOST_LAYOUTS = 20

const namedOnce = (ids: readonly (number | null)[]): boolean => {
  const named = ids.filter(each => each !== null)
  return new Set(named).size === named.length
}
/** By place; null: nothing stands there. */
const cameraIds = z
  .array(z.nullable(id))
  .check(z.maxLength(MOST_MONITORS), z.refine(namedOnce, { error: 'chosenTwice' }))
const fields = { name: nonEmpty(NAME_LENGTH), shape: z.enum(wallShapes), cameraIds }

export const videoLayout = z.object({ id, ...fields, updatedAt: moment })
export type VideoLayout = z.output<typeof videoLayout>

export const videoLayouts = endpoint({
  service: 'device',
  method: 'GET',
  path: 'video/layouts',
  access: cameraPermissions.watch,
  summary: 'The layouts of the wall that the calling person has kept',
  request: z.strictObject({}),
  response: z.array(videoLayout),
})

/** One of the same name is replaced. Refused with `layout.tooMany`, and `field.reference` for a camera that one may not see. */
export const saveVideoLayout = endpoint({
  service: 'device',
  method: 'POST',
  path: 'video/layout/save',
  access: cameraPermissions.watch,
  summary: 'Keep a layout of the wall',
  idempotent: true,
  request: z.strictObject(fields),
  response: videoLayout,
})

export const removeVideoLayout = endpoint({
  service: 'device',
  method: 'POST',
  path: 'video/layout/drop',
  access: cameraPermissions.watch,
  summary: 'Delete an own layout of the wall',
  request: z.strictObject({ id }),
  response: z.null(),
})
