// Tickets for rooms that another service carries: the specified cloud service, or LiveKit.
import { createHmac } from 'node:crypto'
import type * as z from 'zod/mini'
import type { roomTicket } from '../../../src/contract/endpoints/conference.ts'
import { generatedUserName, type MemberKind } from '../../../src/domain/conference/conference.ts'
import type { Secrets } from '../../secrets.ts'
import type { OtherService } from './settings.ts'

type Ticket = z.output<typeof roomTicket>

/** It opens the door only; LiveKit renews it while somebody is in. */
const LIFE = '10m'
const PURPOSE = 'conference rooms of other services'
const NUMBERS = 1_000_000_000

export interface Joining {
  tenantId: number
  roomId: string
  userId: number
  /** As the built-in service names them. */
  accountName: string
  displayName: string
  phone: string | null
  kind: MemberKind
  /** Most that may be in; LiveKit keeps to it. */
  capacity: number
  imei: string | null
}

export interface OtherTickets {
  readonly is: OtherService['is']
  ticket(joining: Joining): Promise<Ticket>
}

export function createOtherTickets(
  service: OtherService,
  secrets: Pick<Secrets, 'keyFor'>,
  random: () => number = Math.random,
): OtherTickets {
  const key = secrets.keyFor(PURPOSE)
  // Neither service knows tenants: one number of two tenants would be one room. The cloud takes digits alone, so there each
  // room gets a number of its own.
  const channelOf = ({ tenantId, roomId }: Joining): string => {
    if (service.is === 'livekit') return `${tenantId}-${roomId}`
    const mixed = createHmac('sha256', key).update(`${tenantId}/${roomId}`).digest()
    return String(mixed.readUIntBE(0, 6) % NUMBERS)
  }
  return {
    is: service.is,
    async ticket(joining) {
      const { userId, accountName, displayName, phone, kind, capacity, imei, roomId } = joining
      const channel = channelOf(joining)
      const common = { userId, displayName, roomId, channel, iceServers: [] }
      if (service.is === 'cloud')
        return {
          ...common,
          provider: 'cloud',
          service: service.url,
          appKey: service.appKey,
          accountName: generatedUserName(phone ?? '', random()),
          password: service.password,
        }
      // Only where it is used: it takes a moment to load.
      const { AccessToken, RoomConfiguration } = await import('livekit-server-sdk')
      const token = new AccessToken(service.key, service.secret, {
        identity: accountName,
        name: displayName,
        ttl: LIFE,
        metadata: JSON.stringify({ kind, imei }),
      })
      token.addGrant({
        room: channel,
        roomJoin: true,
        roomAdmin: kind === 'host',
        canPublish: true,
        canSubscribe: true,
        canPublishData: true,
        // Who is a host stands there.
        canUpdateOwnMetadata: false,
      })
      token.roomConfig = new RoomConfiguration({ maxParticipants: capacity })
      return {
        ...common,
        provider: 'livekit',
        service: service.url,
        appKey: service.key,
        accountName,
        password: await token.toJwt(),
      }
    },
  }
}
