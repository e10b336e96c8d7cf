// One device live on the map (设备定位): it is followed, with the trail of its last hour.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { MapLayer } from '../../../platform/map/map-port.ts'
import { useChangeSearch } from '../../../resource/address.ts'
import { useFenceLayer } from '../../../resource/map/fence-layer.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Empty, Loading } from '../../../ui/states.tsx'
import { FleetScreen } from './fleet-screen.tsx'
import { type PlaceSearch, placeOfSearch } from './place-search.ts'
import { useFleet, useFleetVersion } from './use-fleet.ts'
import { useTrail } from './use-trail.ts'

export function DevicePlacePage({ search }: { search: PlaceSearch }) {
  const { t } = useLingui()
  const state = useFleet()
  const { fleet } = state
  const { imei } = search
  const version = useFleetVersion(fleet)
  const change = useChangeSearch(search)
  const slot = imei === undefined ? undefined : fleet.slotOfImei(imei)
  const trail = useTrail(fleet, imei, slot)
  const fences = useFenceLayer({ wanted: imei !== undefined, imei })
  const sos = useSosLayer(search)
  const beneath = useMemo(() => ({ fences, trail }), [fences, trail])
  const above = useMemo(() => ({ sos }), [sos])
  if (imei === undefined)
    return (
      <FleetScreen
        title={t`Device location`}
        state={state}
        search={search}
        head={
          <p>
            <Trans>Choose a device to see where it is and where it was.</Trans>
          </p>
        }
      />
    )
  const unknown = slot === undefined && version > 0 && state.is !== 'loading'
  return (
    <FleetScreen
      key={imei}
      title={t`Device location`}
      state={state}
      search={search}
      only={imei}
      follows={placeOfSearch(search) === undefined}
      firstPlace={placeOfSearch(search)}
      beneath={beneath}
      above={above}
      absent={
        unknown ? (
          <Empty
            icon="pin"
            title={<Trans>There is no such device</Trans>}
            why={<Trans>It may have been deleted, or it belongs to another company.</Trans>}
          />
        ) : (
          <Loading variant="detail" />
        )
      }
      head={
        <Button
          variant="subtle"
          size="compact-sm"
          justify="start"
          leftSection={<Icon name="back" size={16} />}
          onClick={() => change({ imei: undefined })}
        >
          <Trans>All devices</Trans>
        </Button>
      }
    />
  )
}

/** Where the SOS was pressed, which is not always where its device is now. */
function useSosLayer(search: PlaceSearch): MapLayer | undefined {
  const { t } = useLingui()
  const colours = useMapColours()
  const { lat, lon } = search
  const label = t`SOS was pressed here`
  return useMemo<MapLayer | undefined>(() => {
    const at = placeOfSearch({ lat, lon })
    if (!at) return undefined
    const look = { shape: 'diamond' as const, colour: colours['critical-fill'] }
    return {
      kind: 'markers',
      markers: [{ id: 'sos', at, look, label, caption: label, size: 30, selected: true }],
    }
  }, [lat, lon, label, colours])
}
