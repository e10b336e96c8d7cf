// How the ways out of the installation stand: whether each is configured, and when it last went well and last failed.
import * as z from 'zod/mini'
import type { Board, ChannelName } from '../../../src/contract/endpoints/operations.ts'
import { keysOf } from '../../../src/domain/keys.ts'
import type { Sql } from '../../db/scoped.ts'

type Channel = Board['channels'][number]

const found = z.object({
  lastSuccessAt: z.nullable(z.int()),
  lastFailureAt: z.nullable(z.int()),
  failure: z.nullable(z.string()),
})

/** Reasons are words of ours or of a provider's program; telephones, names and addresses are in none of them. */
const LOOKS: Readonly<Record<ChannelName, string>> = {
  text: `select max(coalesce(settled_at, sent_at)) filter (where state in ('sent', 'delivered')) as "lastSuccessAt",
      max(settled_at) filter (where state = 'failed') as "lastFailureAt",
      (array_agg(failure order by settled_at desc) filter (where state = 'failed'))[1] as failure
    from text_message`,
  push: `select max(accepted_at) as "lastSuccessAt", max(created_at) filter (where failure is not null) as "lastFailureAt",
      (array_agg(failure order by created_at desc) filter (where failure is not null))[1] as failure
    from push_delivery`,
  carrier: `select max(finished_at) filter (where state = 'done') as "lastSuccessAt",
      max(coalesce(finished_at, sent_at)) filter (where state = 'failed') as "lastFailureAt", null as failure
    from sim_order`,
}

export type Ways = Readonly<Record<ChannelName, string | null>>

export async function readChannels(sql: Sql, ways: Ways): Promise<Channel[]> {
  const channels: Channel[] = []
  for (const channel of keysOf(LOOKS))
    channels.push({ channel, way: ways[channel], ...z.parse(found, await sql.first(LOOKS[channel])) })
  return channels
}
