// What the guide knows: the server's counts, kept fresh while it is looked at, and what this browser is.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import { setupFacts } from '../../contract/endpoints/setup.ts'
import type { Here } from '../../domain/setup/guide.ts'
import { onDeviceChanges } from '../../platform/device-changes.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { pushState } from '../../platform/web-push.ts'

export type Facts = z.output<typeof setupFacts.response>

const KEY = ['setup', 'facts'] as const
/** Colleagues accept invitations and alarms meanwhile; what devices say comes at once. */
const LOOK_MS = 5_000
/** Somebody is waiting for an answer to a test alarm. */
const WAIT_MS = 1_500

const isWaiting = (facts: Facts | undefined) => facts?.trial != null && facts.trial.acknowledgedAt === null

const factsOptions = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => sendRequest(setupFacts, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? WAIT_MS : LOOK_MS),
  })

export function useFacts() {
  const client = useQueryClient()
  useEffect(() => onDeviceChanges(() => void client.invalidateQueries({ queryKey: KEY })), [client])
  return useQuery(factsOptions())
}

/** Counts anew after something was done. */
export function useRecount(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export type Address = 'https' | 'thisMachine' | 'plain'

/** How this very page was served. */
export function addressOfPage({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): Address {
  if (protocol === 'https:') return 'https'
  return LOOPBACK.has(hostname) ? 'thisMachine' : 'plain'
}

export function useHere(): Here {
  const push = useSyncExternalStore(pushState.subscribe, pushState.read)
  return {
    secure: addressOfPage(location) !== 'plain',
    pushOn: push.is === 'unknown' ? undefined : push.is === 'on',
    now: serverNow(),
  }
}
