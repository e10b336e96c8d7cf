// What communities are asked beyond their lists.
import {
  buildingFront,
  generateRoomsOf,
  previewRooms,
  roomPeople,
} from '../../../src/contract/endpoints/community.ts'
import type { Handlers } from '../../http/handlers.ts'
import { frontOf, peopleOf } from './front.ts'
import { generate, preview } from './generator.ts'

export function mountCommunities(handlers: Handlers): void {
  handlers.handle(previewRooms, preview)
  handlers.handle(generateRoomsOf, generate)
  handlers.handle(buildingFront, ({ id }, context) => frontOf(id, context))
  handlers.handle(roomPeople, ({ id }, context) => peopleOf(id, context))
}
