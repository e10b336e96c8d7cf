// Helmets on the site plan (工地地图): who is on the site right now, live.
import { Plural, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { useFenceLayer } from '../../../resource/map/fence-layer.ts'
import { useSitePlacements } from '../../../resource/map/site-plans.ts'
import { Row, Text } from '../../../ui/kit/parts.tsx'
import { countOnSite } from './count-on-site.ts'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import { useFleet, useFleetVersion } from './use-fleet.ts'

const helmets: readonly DeviceKind[] = ['helmet']

export function SiteMapPage({ search }: { search: FleetSearch }) {
  const { t } = useLingui()
  const state = useFleet()
  const { fleet } = state
  const version = useFleetVersion(fleet)
  const fences = useFenceLayer({ wanted: true })
  const beneath = useMemo(() => ({ fences }), [fences])
  const plans = useSitePlacements()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const { there, wrong } = useMemo(() => countOnSite(fleet, plans), [fleet, version, plans])
  return (
    <FleetScreen
      title={t`Site map`}
      state={state}
      search={search}
      kinds={helmets}
      beneath={beneath}
      head={
        <Row as="p" wrap align="baseline" gap="half" columnGap={3} aria-live="polite">
          <Text size="large" strong>
            {plans.length > 0 ? (
              <Plural value={there} one="# helmet on the site" other="# helmets on the site" />
            ) : (
              <Plural value={there} one="# helmet online" other="# helmets online" />
            )}
          </Text>
          {wrong > 0 && (
            <Text strong tone="warning">
              <Plural value={wrong} one="# needs attention" other="# need attention" />
            </Text>
          )}
        </Row>
      }
    />
  )
}
