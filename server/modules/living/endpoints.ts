// Residents beyond the generic endpoints: pictures of faces, for who may review them.
import * as living from '../../../src/contract/endpoints/living.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type Faces, givePicture } from '../faces/public.ts'

export function mountLiving(
  handlers: Handlers,
  faces: Faces,
  { residentFaces }: { residentFaces: Store },
): void {
  handlers.handleApart(living.residentFacePicture, ({ id }, context) =>
    givePicture(faces, context, async sql => {
      await readRow(residentFaces, id, { ...context, sql })
      const row = await firstOf(
        sql,
        tables.selectFrom('resident_face').select('picture_id').where('id', '=', id),
      )
      return row?.picture_id ?? undefined
    }),
  )
}
