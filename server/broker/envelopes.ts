// Who may open which payload. Kept beside the bytes, never in them: a payload without an envelope reaches nobody.
import { messageForVisitors } from '../../src/contract/visitor.ts'
import { holds } from '../../src/domain/permission.ts'
import type { Audience, AudienceItem } from '../outlet.ts'
import type { Person } from '../person.ts'
import { covers } from './access.ts'

type Envelope =
  | { for: 'one'; userId: number }
  | { for: 'all'; audience: Audience; permission: string | undefined }
  | {
      for: 'tenant'
      tenantId: number
      head: Record<string, unknown>
      items: readonly AudienceItem[]
      /** Cut-outs by set of departments, so that equal scopes share the bytes. */
      cuts: Map<string, Buffer | null>
    }

export type Envelopes = ReturnType<typeof createEnvelopes>

export function createEnvelopes() {
  const envelopes = new WeakMap<Buffer, Envelope>()
  const seal = (message: unknown, envelope: Envelope) => {
    const payload = Buffer.from(JSON.stringify(message))
    envelopes.set(payload, envelope)
    return payload
  }

  const forVisitors = new WeakMap<Buffer, Buffer | null>()
  /** The bytes of what a visitor hears of a payload, made once for all visitors. */
  const visitorPart = (payload: Buffer): Buffer | undefined => {
    let part = forVisitors.get(payload)
    if (part === undefined) {
      const message = messageForVisitors(JSON.parse(payload.toString()))
      part = message === undefined ? null : Buffer.from(JSON.stringify(message))
      forVisitors.set(payload, part)
    }
    return part ?? undefined
  }

  const cutFor = (person: Person, envelope: Extract<Envelope, { for: 'tenant' }>, whole: Buffer) => {
    if (person.platform || (person.tenantId === envelope.tenantId && person.departments === null))
      return whole
    if (person.tenantId !== envelope.tenantId) return undefined
    const key = [...(person.departments ?? [])].sort((a, b) => a - b).join()
    let cut = envelope.cuts.get(key)
    if (cut === undefined) {
      const visible = envelope.items.filter(item => covers(person, item))
      cut =
        visible.length === 0
          ? null
          : Buffer.from(JSON.stringify({ ...envelope.head, devices: visible.map(({ item }) => item) }))
      envelope.cuts.set(key, cut)
    }
    return cut ?? undefined
  }

  const open = (person: Person, payload: Buffer): Buffer | undefined => {
    const envelope = envelopes.get(payload)
    switch (envelope?.for) {
      case 'one':
        return envelope.userId === person.accountId ? payload : undefined
      case 'all':
        return covers(person, envelope.audience) &&
          (!envelope.permission || holds(person.permissions, envelope.permission))
          ? payload
          : undefined
      case 'tenant':
        return holds(person.permissions, 'device.read') ? cutFor(person, envelope, payload) : undefined
      default:
        return undefined
    }
  }

  return {
    /** Bytes as somebody sent them, for one person. */
    raw: (userId: number, bytes: Buffer) => {
      // A copy of its own: the broker may hand in a view of a larger buffer, and keeps what it hands on.
      const payload = Buffer.from(bytes)
      envelopes.set(payload, { for: 'one', userId })
      return payload
    },
    direct: (userId: number, message: unknown) => seal(message, { for: 'one', userId }),
    /** `permission`: without it everybody in the audience hears it. */
    wide: (audience: Audience, message: unknown, permission?: string) =>
      seal(message, { for: 'all', audience, permission }),
    batch: (tenantId: number, head: Record<string, unknown>, items: readonly AudienceItem[]) =>
      seal(
        { ...head, devices: items.map(({ item }) => item) },
        { for: 'tenant', tenantId, head, items, cuts: new Map() },
      ),
    /** The bytes this person may have, or undefined. */
    openFor: (person: Person, payload: Buffer): Buffer | undefined => {
      const opened = open(person, payload)
      return opened && person.visitor ? visitorPart(opened) : opened
    },
  }
}
