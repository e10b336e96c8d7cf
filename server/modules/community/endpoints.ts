// What communities are asked beyond their lists.
import {
  buildingFront,
  generateRoomsOf,
  matchPlaces,
  previewRooms,
  roomPeople,
} from '../../../src/contract/endpoints/community.ts'
import { publishedWebsite } from '../../../src/contract/endpoints/website.ts'
import type { Bus } from '../../bus.ts'
import type { Data } from '../../db/scoped.ts'
import type { Handlers } from '../../http/handlers.ts'
import { frontOf, peopleOf } from './front.ts'
import { generate, preview } from './generator.ts'
import { leftOver, tieAll } from './match.ts'
import { siteOf } from './website.ts'

export function mountCommunities(handlers: Handlers, { data, bus }: { data: Data; bus: Bus }): void {
  handlers.handle(previewRooms, preview)
  handlers.handle(generateRoomsOf, generate)
  handlers.handle(buildingFront, ({ id }, context) => frontOf(id, context))
  handlers.handle(matchPlaces, async (_, { sql, person: { tenantId, departments } }) => {
    const tied = await tieAll(sql, tenantId)
    if (tied.devices > 0) sql.afterCommit(() => bus.emit('doorPlaces.changed', { tenantId }))
    return { ...tied, left: await leftOver(sql, tenantId, departments === null ? null : [...departments]) }
  })
  handlers.handleOpen(publishedWebsite, ({ tenantId }) =>
    data.scoped({ tenant: tenantId }, async sql => (await siteOf(sql, tenantId)) ?? null),
  )
  handlers.handle(roomPeople, ({ id }, context) => peopleOf(id, context))
}
