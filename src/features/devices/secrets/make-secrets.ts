// Makes secrets or claim codes for many devices, a hundred at a time. They go to whoever asked and are kept nowhere: what is
// made so far stays with the caller when the rest fails.
import { MOST_SECRETS, makeClaimCodes, newDeviceSecrets } from '../../../contract/endpoints/device.ts'
import type { PageQuery } from '../../../contract/entity-endpoints.ts'
import { device } from '../../../domain/device/device.ts'
import { sendRequest } from '../../../platform/http.ts'
import { endpointsFor } from '../../../resource/query.ts'

export interface Made {
  id: number
  imei: string
  name: string
  secret?: string
  code?: string
  expiresAt?: number
}

/** What is made, and for how many hours an old secret works on or a code is good. */
export interface Wanted {
  what: 'secrets' | 'codes'
  hours: number
}

/** The ids of all devices that a filter finds. */
export async function idsOfFound(found: PageQuery, signal: AbortSignal): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const query = { ...found, counts: false, page, size: MOST_SECRETS }
    const { list, total } = await sendRequest(endpointsFor(device).page, query, { signal })
    ids.push(...list.map(({ id }) => id))
    if (list.length === 0 || ids.length >= total) return [...new Set(ids)]
  }
}

/** Calls back after each hundred; ends early when the signal says so. */
export async function makeSecrets(
  ids: readonly number[],
  { what, hours }: Wanted,
  { signal, made }: { signal: AbortSignal; made(some: readonly Made[]): void },
): Promise<void> {
  for (let from = 0; from < ids.length && !signal.aborted; from += MOST_SECRETS) {
    const some = ids.slice(from, from + MOST_SECRETS)
    // What was begun is waited for: its secrets are in force, and would be lost.
    const { list } =
      what === 'secrets'
        ? await sendRequest(newDeviceSecrets, { ids: some, overlapHours: hours })
        : await sendRequest(makeClaimCodes, { ids: some, hours })
    made(list)
  }
}
