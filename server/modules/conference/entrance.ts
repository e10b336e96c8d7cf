// Who may come into which room: asked when a ticket is made, again at every login with it, and while somebody is in.
import { createHash } from 'node:crypto'
import {
  conferencePermissions,
  type MemberKind,
  ROOM_CAPACITY,
} from '../../../src/domain/conference/conference.ts'
import { holds } from '../../../src/domain/permission.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Person } from '../../person.ts'
import type { Sessions } from '../session/public.ts'
import type { RoomSettings } from './members.ts'
import type { Claims } from './tickets.ts'

export interface KeptRoom extends RoomSettings {
  passwordHash: string | null
}

/** A room by its number; one that is not kept has no password, and everybody's capacity. */
export async function readRoom(sql: Sql, tenantId: number, roomId: string): Promise<KeptRoom> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('conference_room')
      .select(['name', 'capacity', 'wait_for_host', 'recording_allowed', 'password_hash'])
      .where('tenant_id', '=', tenantId)
      .where('number', '=', roomId)
      .where('removed_at', 'is', null),
  )
  return {
    displayName: row?.name ?? roomId,
    capacity: row?.capacity ?? ROOM_CAPACITY,
    waitForHost: row?.wait_for_host ?? false,
    recordingAllowed: row?.recording_allowed ?? true,
    locked: row?.password_hash != null,
    passwordHash: row?.password_hash ?? null,
  }
}

export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest()

/** The room that a guest's link leads to; undefined when there is none of this code, or it has ended. */
export function readLink(sql: Sql, hash: Buffer, now: number) {
  return firstOf(
    sql,
    tables
      .selectFrom('conference_guest_link')
      .select(['tenant_id', 'room_number', 'expires_at'])
      .where('code_hash', '=', hash)
      .where('expires_at', '>', now),
  )
}

export const kindOfPerson = (person: Pick<Person, 'permissions'>): MemberKind =>
  holds(person.permissions, conferencePermissions.host) ? 'host' : 'person'

export interface Entrance {
  /** What the holder of a ticket is now; undefined when they may not be in any more. */
  kindOf(claims: Claims): Promise<MemberKind | undefined>
  settingsOf(claims: Pick<Claims, 'tenantId' | 'roomId'>): Promise<RoomSettings>
}

export function createEntrance(
  data: Data,
  sessions: Pick<Sessions, 'findByHash'>,
  now: () => number,
): Entrance {
  return {
    async kindOf({ who, tenantId }) {
      if (who.kind === 'person') {
        const person = (await sessions.findByHash(who.tokenHash))?.person
        const may =
          person?.accountId === who.accountId &&
          person.tenantId === tenantId &&
          holds(person.permissions, conferencePermissions.join)
        return may ? kindOfPerson(person) : undefined
      }
      if (who.kind === 'guest') {
        const link = await data.scoped(WHOLE, sql => readLink(sql, Buffer.from(who.link, 'base64url'), now()))
        return link?.tenant_id === tenantId ? 'guest' : undefined
      }
      const device = await data.scoped(WHOLE, sql =>
        firstOf(
          sql,
          tables
            .selectFrom('device')
            .select('id')
            .where('id', '=', who.deviceId)
            .where('tenant_id', '=', tenantId)
            .where('lifecycle', '<>', 'recycled')
            .where('removed_at', 'is', null),
        ),
      )
      return device ? 'device' : undefined
    },
    async settingsOf({ tenantId, roomId }) {
      const { passwordHash: _, ...settings } = await data.scoped(WHOLE, sql =>
        readRoom(sql, tenantId, roomId),
      )
      return settings
    },
  }
}
