// Who may publish and subscribe what. Pure rules over exact topics; everything not named here is refused.
import { parseTopic } from '../../src/contract/topics.ts'
import { holds } from '../../src/domain/permission.ts'
import type { Audience } from '../outlet.ts'
import type { Person } from '../person.ts'

/** Whoever holds a connection. */
export type Peer =
  | { is: 'person'; person: Person; tokenHash: string }
  /** `certifiedUntil`: it came by a certificate that ends then. */
  | { is: 'device'; imei: string; id: number; certifiedUntil?: number }

const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\ufffd]/u
/** What MQTT has closed at once: NUL, and what ill-formed UTF-8 decodes to. */
const BROKEN = /[\0\ufffd]/

/** Topics, filters and client ids: no NUL, control characters, lone surrogates, or what ill-formed UTF-8 decodes to. */
export const isWellFormed = (text: string) => text.length > 0 && text.length <= 256 && !FORBIDDEN.test(text)
/** Whether a text must not even be answered. */
export const isBroken = (text: string) => BROKEN.test(text)

/** A filter that 3.1.1 allows: `+` alone in its level, `#` alone in the last. */
export function isWellFormedFilter(filter: string): boolean {
  if (!isWellFormed(filter)) return false
  const levels = filter.split('/')
  return levels.every(
    (level, index) => level === '+' || (level === '#' && index === levels.length - 1) || !/[+#]/.test(level),
  )
}

/** The client id must name its owner: nobody can throw another one off by taking their id. */
export function clientIdFits(clientId: string, owner: { userId: number } | { imei: string }): boolean {
  if ('userId' in owner) return clientId.startsWith(`user_${owner.userId}_`) && clientId.length <= 64
  // Empty: the broker makes one up.
  return (
    clientId === '' ||
    clientId === owner.imei ||
    (clientId.startsWith(`${owner.imei}_`) && clientId.length <= 64)
  )
}

/** Whether a person's tenant and data scope cover something. */
export function covers(person: Person, { tenantId, departmentId }: Audience): boolean {
  if (person.platform) return true
  if (person.tenantId !== tenantId) return false
  if (person.departments === null || departmentId === 'any') return true
  return departmentId !== null && person.departments.includes(departmentId)
}

/** Permission that lets a person hear states; each notice names its own. */
export const HEARS_STATES = 'device.read'

/** Whether a person may hear a topic; a device's answers need its owner looked up first. */
export function maySubscribe(person: Person, topic: string, deviceOf: Audience | undefined): boolean {
  const parsed = parseTopic(topic)
  switch (parsed?.to) {
    case 'person':
      return parsed.userId === person.accountId
    case 'notice':
      return true
    case 'tenantState':
      return (
        (person.platform || parsed.tenantId === person.tenantId) && holds(person.permissions, HEARS_STATES)
      )
    case 'client':
      return (
        !person.visitor &&
        deviceOf !== undefined &&
        covers(person, deviceOf) &&
        holds(person.permissions, HEARS_STATES)
      )
    default:
      return false
  }
}

/** What a publish of a person is: a request to unlock, or nothing that is allowed. */
export function unlockTarget(topic: string): string | undefined {
  const parsed = parseTopic(topic)
  return parsed?.to === 'server' ? parsed.imei : undefined
}

export const UNLOCK_PERMISSION = 'device.unlock'
/** Lets a person publish freely, to the own topic. */
export const PUBLISH_PERMISSION = 'broker.publish'

/** The highest authorization has it too; a visitor never. */
export const mayUnlock = (person: Person) => !person.visitor && holds(person.permissions, UNLOCK_PERMISSION)
