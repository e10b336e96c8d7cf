// Who is monitored and what they wear, for maps; with the badge of a level.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { wornDevices } from '../../contract/endpoints/supervision.ts'
import type { SupervisionLevel } from '../../domain/supervision/incident-step.ts'
import { monitoredPerson } from '../../domain/supervision/monitored-person.ts'
import { sendRequest } from '../../platform/http.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { levelWords } from './supervision-words.ts'

const ASK_MS = 30_000

/** By the IMEI of what they wear; undefined until it is known. */
export function useWorn() {
  const { data } = useQuery({
    queryKey: ['entity', monitoredPerson.key, 'worn'],
    queryFn: ({ signal }) => sendRequest(wornDevices, {}, { signal }),
    refetchInterval: ASK_MS,
    meta: { offline: 'read' },
  })
  return useMemo(() => data && new Map(data.map(person => [person.imei, person])), [data])
}

export function LevelBadge({ level }: { level: SupervisionLevel }) {
  const { i18n } = useLingui()
  const { label, tone } = levelWords[level]
  return <SeverityBadge tone={tone ?? 'info'}>{i18n._(label)}</SeverityBadge>
}
