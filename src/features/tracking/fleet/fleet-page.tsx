// Every device live on the map (全部定位).
import { useLingui } from '@lingui/react/macro'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import { useFleet } from './use-fleet.ts'

export function FleetPage({ search }: { search: FleetSearch }) {
  const { t } = useLingui()
  return <FleetScreen title={t`Fleet map`} state={useFleet()} search={search} />
}
