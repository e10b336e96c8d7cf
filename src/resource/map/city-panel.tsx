// Moves the map to a province, city or district that is chosen from lists.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '../../domain/geo/geo.ts'
import { OVERSEAS_CODE, type Province } from '../../domain/geo/regions.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import { CITY_ZOOM } from '../../platform/map/map-port.ts'
import { type RegionChoice, RegionSelector } from '../../ui/region-selector.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { MapPanel } from './map-panel.tsx'
import { regionsOptions } from './region-query.ts'

const PROVINCE_ZOOM = 6
const COUNTRY_ZOOM = 4
const DISTRICT_ZOOM = 12

/** Where the map goes for a choice; undefined: nothing is chosen, or all the world beyond China. */
export function cameraOf(
  provinces: readonly Province[],
  choice: RegionChoice,
): { centre: Place; zoom: number } | undefined {
  const province = provinces.find(each => each.code === choice.province)
  const city = province?.cityList.find(each => each.code === choice.city)
  const area = city?.areaList.find(each => each.code === choice.area)
  const overseas = choice.province === OVERSEAS_CODE
  if (area?.at) return { centre: area.at, zoom: overseas ? CITY_ZOOM : DISTRICT_ZOOM }
  if (city) return { centre: city.at, zoom: overseas ? COUNTRY_ZOOM : CITY_ZOOM }
  return province && !overseas ? { centre: province.at, zoom: PROVINCE_ZOOM } : undefined
}

export function CityPanel({ host, onClose }: { host: MapHost; onClose: () => void }) {
  const { t } = useLingui()
  const { data, isError, isFetching, refetch } = useQuery(regionsOptions())
  const [choice, setChoice] = useState<RegionChoice>({})
  return (
    <MapPanel title={t`Go to a city`} onClose={onClose}>
      {isError ? (
        <ErrorState
          what={<Trans>The list of cities could not be loaded</Trans>}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <RegionSelector
          provinces={data ?? []}
          loading={!data}
          value={choice}
          onChange={next => {
            setChoice(next)
            const camera = cameraOf(data ?? [], next)
            if (camera) host.look(camera, { animate: true })
          }}
        />
      )}
    </MapPanel>
  )
}
