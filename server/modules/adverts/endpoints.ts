// Videos of advertisements: looked into before they are kept, with what was found beside the file.
import { uploadAdvertVideo } from '../../../src/contract/endpoints/file.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Handlers } from '../../http/handlers.ts'
import { keepUpload, typeOf, type UploadParts } from '../files/public.ts'
import { measureAdvert } from './measure.ts'

export function mountAdverts(handlers: Handlers, parts: UploadParts): void {
  handlers.handleUpload(uploadAdvertVideo, async (_fields, file, context) => {
    await typeOf(file.path, 'video', file.name)
    const { sha256, ms, codec, width, height } = await measureAdvert(file.path)
    const kept = await keepUpload(parts, 'video', file, context, async (sql, id) => {
      await firstOf(
        sql,
        tables
          .insertInto('advert_video')
          .values({
            file_id: id,
            tenant_id: context.person.tenantId,
            created_at: Date.now(),
            ...{ sha256, ms, codec, width, height },
          })
          .returning('file_id'),
      )
    })
    return { ...kept, sha256, ms, codec, width, height }
  })
}
