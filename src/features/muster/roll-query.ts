// A roll as it stands on this device: what the server knows, and what was said here and has not arrived yet.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { musterRoll, musterWardens } from '../../contract/endpoints/muster.ts'
import { countInput, type HeadCount } from '../../domain/muster/head-count.ts'
import { addPersonInput, muster, type RollPerson } from '../../domain/muster/muster.ts'
import { type SightInput, sightInput, type Word } from '../../domain/muster/sighting.ts'
import { sendRequest } from '../../platform/http.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'

/** Names, and for whom they are kept without a network: the wardens, who tick where there may be none. */
export const rollOptions = (id: number, isWarden: boolean) =>
  queryOptions({
    queryKey: ['entity', muster.key, 'roll', id] as const,
    queryFn: ({ signal }) => sendRequest(musterRoll, { id }, { signal }),
    placeholderData: keepPreviousData,
    meta: { offline: isWarden ? muster.offline : 'none' },
  })

/** Who can be a warden. */
export const wardensOptions = queryOptions({
  queryKey: ['entity', muster.key, 'wardens'] as const,
  queryFn: ({ signal }) => sendRequest(musterWardens, {}, { signal }),
})

/** What was said on this device: as if it had been read, but not heard by the server. */
export interface SaidHere {
  people: RollPerson[]
  words: Word[]
  counts: HeadCount[]
}

interface Teller {
  id: number
  name: string
}

export const wordOf = (said: SightInput, at: number, { id: byId, name: by }: Teller): Word => ({
  ...{ id: said.sighting, person: said.person, says: said.says, comment: said.comment ?? null },
  ...{ means: said.means, point: said.point ?? null, settles: said.settles ?? [] },
  ...{ byId, by, at, recordedAt: null },
})

/** What waits here for the network about one roll call. */
export function waitingOf(actions: readonly QueuedAction[], musterId: number, teller: Teller): SaidHere {
  const said: SaidHere = { people: [], words: [], counts: [] }
  for (const { entity, command, ids, state, input, at } of actions) {
    if (entity !== muster.key || !ids.includes(musterId) || state === 'failed') continue
    if (command === 'sight') {
      const read = z.safeParse(sightInput, input)
      if (read.success) said.words.push(wordOf(read.data, at, teller))
    } else if (command === 'addPerson') {
      const read = z.safeParse(addPersonInput, input)
      if (!read.success) continue
      const { person: key, name, detail, point } = read.data
      said.people.push({
        ...{ key, name, detail: detail ?? null, point: point ?? null, signs: [] },
        ...{ addedByName: teller.name, addedAt: null },
      })
      said.words.push(wordOf(read.data, at, teller))
    } else if (command === 'countHeads') {
      const read = z.safeParse(countInput, input)
      if (!read.success) continue
      const { count, point, heads } = read.data
      said.counts.push({ id: count, point, heads, byId: teller.id, by: teller.name, at, recordedAt: null })
    }
  }
  return said
}
