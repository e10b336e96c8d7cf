// 5082 from a person is a request, never a message to a device. This release checks it, writes it down and answers
// that doors are not available; whoever brings the door replaces `relay` below.
import * as z from 'zod/mini'
import { type Data, WHOLE } from '../db/scoped.ts'
import type { Devices, KnownDevice } from '../modules/ingest/devices.ts'
import type { Person } from '../modules/session/person.ts'
import { covers, mayUnlock } from './access.ts'

const request = z.object({
  code: z.literal('5082'),
  imei: z.string(),
  userId: z.union([z.int(), z.string()]),
})

/** What the door capability answers; `notAvailable` until there is one. */
export type Relay = (device: KnownDevice, person: Person) => Promise<'notAvailable' | 'sent'>

export type UnlockAnswer =
  | { accepted: true; answer: { code: '5082'; imei: string; userId: number; result: string } }
  | { accepted: false; reason: string }

const WINDOW_MS = 60_000
const MOST_IN_WINDOW = 10
const MOST_BYTES = 1024

export function createUnlock(options: { data: Data; devices: Devices; now: () => number; relay?: Relay }) {
  const { data, devices, now, relay = async () => 'notAvailable' } = options
  const pressed = new Map<number, number[]>()

  const tooOften = (userId: number) => {
    const recent = (pressed.get(userId) ?? []).filter(at => now() - at < WINDOW_MS)
    pressed.set(userId, [...recent, now()])
    return recent.length >= MOST_IN_WINDOW
  }

  const judge = async (person: Person, imei: string, payload: Uint8Array) => {
    if (payload.length > MOST_BYTES) return 'unlock.body'
    let raw: unknown
    try {
      raw = JSON.parse(Buffer.from(payload).toString('utf8'))
    } catch {
      return 'unlock.body'
    }
    const body = z.safeParse(request, raw)
    if (!body.success) return 'unlock.body'
    if (body.data.imei !== imei) return 'unlock.imei'
    if (Number(body.data.userId) !== person.accountId) return 'unlock.user'
    if (!mayUnlock(person)) return 'unlock.forbidden'
    const device = (await devices.find([imei])).get(imei)
    if (!device || !covers(person, device)) return 'unlock.device'
    return tooOften(person.accountId) ? 'unlock.rate' : device
  }

  /** Every request is audited in the person's tenant, with what became of it. */
  return async (
    person: Person,
    imei: string,
    payload: Uint8Array,
    address: string | null,
  ): Promise<UnlockAnswer> => {
    const judged = await judge(person, imei, payload)
    const result = typeof judged === 'string' ? judged : await relay(judged, person)
    await data.scoped(WHOLE, async sql =>
      sql.audit({
        tenantId: person.tenantId,
        userId: person.accountId,
        userName: person.name,
        address,
        action: 'device.unlock',
        entity: 'device',
        rowId: typeof judged === 'string' ? null : judged.id,
        detail: { imei, result },
      }),
    )
    if (typeof judged === 'string') return { accepted: false, reason: judged }
    return { accepted: true, answer: { code: '5082', imei, userId: person.accountId, result } }
  }
}
