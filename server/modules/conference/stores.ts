// How conference rooms are stored: the password as a hash alone.
import { conferenceRoom } from '../../../src/domain/conference/conference.ts'
import type { Store } from '../../entity/statement.ts'
import { TENANT_NAME } from '../../entity/table.ts'
import { hashPassword } from '../session/public.ts'

export const conferenceRoomStore: Store = {
  entity: conferenceRoom,
  table: {
    name: 'conference_room',
    columns: { tenantName: TENANT_NAME, hasPassword: 't.password_hash is not null' },
    apart: ['password'],
    unique: { conference_room_number: 'number' },
    beforeSave: async ({ input: { password } }) => {
      if (typeof password !== 'string') return undefined
      return { password_hash: password === '' ? null : await hashPassword(password) }
    },
  },
}
