// The device list beside the map (设备面板): the list leads, a click locates.
import { useLingui } from '@lingui/react/macro'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import { useFleet } from './use-fleet.ts'

export function PanelPage({ search }: { search: FleetSearch }) {
  const { t } = useLingui()
  return <FleetScreen wide title={t`Device panel`} state={useFleet()} search={search} />
}
