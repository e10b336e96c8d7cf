// Topics of the message broker: one builder each, and one parser.

export const topics = {
  /** Devices publish here; consoles publish 5082 here, and the back end alone acts on it. */
  fromDevice: (imei: string) => `sfwatch/${imei}/server`,
  /** The back end speaks to a device. */
  toDevice: (imei: string) => `sfwatch/${imei}/device`,
  /** Consoles hear a device's answers. */
  deviceAnswers: (imei: string) => `sfwatch/${imei}/client`,
  /** A person's own notices. */
  person: (userId: number) => `acm/${userId}/web`,
  /** A person speaks here while in a call: descriptions and candidates of the line; the back end alone acts on it. */
  personCall: (userId: number) => `acm/${userId}/call`,
  /** Notices for everybody, filtered per receiver by tenant and data scope. */
  notice: 'acm/notice/web',
  /** State changes of a tenant, in batches, filtered per receiver by data scope. */
  tenantState: (tenantId: number) => `acm/tenant/${tenantId}/state`,
} as const

export type Topic =
  | { to: 'server' | 'device' | 'client'; imei: string }
  | { to: 'person'; userId: number }
  | { to: 'personCall'; userId: number }
  | { to: 'notice' }
  | { to: 'tenantState'; tenantId: number }

/** What a topic means, or undefined when it is none of ours. Wildcards are never ours. */
export function parseTopic(topic: string): Topic | undefined {
  const device = /^sfwatch\/(\d{10,20})\/(\w+)$/.exec(topic)
  const to = (['server', 'device', 'client'] as const).find(each => each === device?.[2])
  if (device?.[1] && to) return { to, imei: device[1] }
  if (topic === topics.notice) return { to: 'notice' }
  const person = /^acm\/([1-9]\d{0,14})\/web$/.exec(topic)
  if (person?.[1]) return { to: 'person', userId: Number(person[1]) }
  const speaker = /^acm\/([1-9]\d{0,14})\/call$/.exec(topic)
  if (speaker?.[1]) return { to: 'personCall', userId: Number(speaker[1]) }
  const tenant = /^acm\/tenant\/([1-9]\d{0,14})\/state$/.exec(topic)
  if (tenant?.[1]) return { to: 'tenantState', tenantId: Number(tenant[1]) }
  return undefined
}
