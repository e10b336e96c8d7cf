// The pictures of faces that a door's list names, for the door unit alone: with the token of its secret, and no longer than it needs them.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { firstOf, tables } from '../../db/typed.ts'
import { bodyOf, Refused } from '../../http/refusal.ts'
import type { Recorders } from '../evidence/public.ts'
import { type Faces, openPicture } from '../faces/public.ts'
import { IS_DOOR_OF } from './doors.ts'
import { raw } from './raw.ts'

const DOOR_FACES = '/recorder/faces'

const named = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) })

export function mountDoorFaces(
  http: FastifyInstance,
  faces: Faces,
  recorders: Pick<Recorders, 'senderOf'>,
): void {
  http.get(`${DOOR_FACES}/:id`, async (request, reply) => {
    try {
      const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '')
      const { scope, deviceId } = await recorders.senderOf(token, request.ip)
      const asked = z.safeParse(named, request.params)
      if (!asked.success || deviceId === null) throw new Refused('row.unknown')
      const found = await faces.data.scoped(scope, sql =>
        firstOf(
          sql,
          tables
            .selectFrom('resident_face as f')
            .innerJoin('occupancy as o', 'o.id', 'f.occupancy_id')
            .innerJoin('device as d', join => join.on(raw(IS_DOOR_OF('o.room_id'))))
            .select('f.picture_id as pictureId')
            .where('d.id', '=', deviceId)
            .where('f.sample_id', '=', Number(asked.data.id))
            .where('f.state', '=', 'approved')
            .where('o.state', '=', 'active'),
        ),
      )
      const picture = found?.pictureId == null ? undefined : await openPicture(faces, found.pictureId)
      if (!picture) throw new Refused('row.unknown')
      return reply.header('cache-control', 'no-store').type(picture.type).send(picture.stream)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return reply.code(error.status).send(bodyOf(error))
    }
  })
}
