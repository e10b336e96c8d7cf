// Devices and alarms by province, city and district (区域): a table that leads inwards, the same on the map.
import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { codes } from '../../../contract/errors.ts'
import type { Province } from '../../../domain/geo/regions.ts'
import { isKey } from '../../../domain/keys.ts'
import { RequestError } from '../../../platform/request-error.ts'
import { useSetSearch } from '../../../resource/address.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { regionsOptions } from '../../../resource/map/region-query.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Box, Column, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { RegionSelector } from '../../../ui/region-selector.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../../ui/states.tsx'
import { CountAll } from '../fleet/count-all.tsx'
import { type FleetState, useFleet, useFleetVersion } from '../fleet/use-fleet.ts'
import { type HeatPeriod, heatPeriods, useHeatCounts } from '../fleet/use-heat.ts'
import { RegionDevices } from './region-devices.tsx'
import { regionRows, rememberingFinder, slotsAt, sumOf, UNKNOWN } from './region-figures.ts'
import { RegionMap } from './region-map.tsx'
import css from './region-page.module.css'
import type { RegionSearch } from './region-search.ts'
import { RegionTable } from './region-table.tsx'

const [PROVINCE_ZOOM, CITY_ZOOM, DISTRICT_ZOOM] = [5, 7.5, 11]

export function RegionPage({ search }: { search: RegionSearch }) {
  const { t, i18n } = useLingui()
  const state = useFleet()
  const regions = useQuery(regionsOptions())
  const { error } = state
  const forbidden = error instanceof RequestError && error.code === codes.forbidden
  return (
    <PageFrame>
      {forbidden ? (
        <Forbidden />
      ) : regions.isError ? (
        <ErrorState
          what={<Trans>The list of regions could not be loaded</Trans>}
          onRetry={() => void regions.refetch()}
          retrying={regions.isFetching}
        />
      ) : state.is === 'failed' ? (
        <ErrorState
          what={error ? i18n._(wordsForError(error)) : <Trans>The devices could not be loaded</Trans>}
          onRetry={state.retry}
        />
      ) : !regions.data || state.is === 'loading' ? (
        <>
          <PageHead title={t`Regions`} />
          <Loading variant="list" />
        </>
      ) : (
        <Regions state={state} provinces={regions.data} search={search} />
      )}
    </PageFrame>
  )
}

interface RegionsProps {
  state: FleetState
  provinces: readonly Province[]
  search: RegionSearch
}

function Regions({ state, provinces, search }: RegionsProps) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const may = useRights()
  const [hovered, setHovered] = useState<string>()
  const { fleet } = state
  const version = useFleetVersion(fleet)
  const period = search.period ?? 'week'
  const heat = useHeatCounts(period)
  const { cut } = heat
  const { province, city, area } = search
  const find = useMemo(() => rememberingFinder(provinces), [provinces])
  const devices = { ...fleet.columns, size: fleet.columns.ids.length }
  const spots = heat.data?.spots
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const { rows, slots } = useMemo(
    () => ({
      rows: regionRows(provinces, find, devices, spots ?? [], { province, city, area }),
      slots: city ? slotsAt(devices, find, { province, city, area }) : [],
    }),
    [provinces, find, fleet, version, spots, province, city, area],
  )
  const all = sumOf(rows)
  const unsure = city && !area ? (rows.find(({ code }) => code === UNKNOWN)?.devices ?? 0) : 0
  const change = useSetSearch<RegionSearch>()
  const kept = search.period ? { period: search.period } : {}
  const open = (code: string) => {
    if (!province) change({ ...kept, province: code })
    else if (!city) change({ ...kept, province, city: code })
    else change({ ...kept, province, city, area: code })
  }
  const periods: Record<HeatPeriod, string> = { day: t`24 hours`, week: t`7 days`, month: t`30 days` }
  const unplaced = fleet.counts().unplaced
  const nothing = rows.length === 0
  return (
    <>
      <PageHead
        title={t`Regions`}
        count={all.devices}
        end={
          may('alarm.read') && (
            <Select
              className={css.period}
              aria-label={t`Alarms of`}
              data={Object.entries(periods).map(([value, label]) => ({ value, label }))}
              value={period}
              allowDeselect={false}
              onChange={value => change({ ...search, ...(isKey(heatPeriods, value) && { period: value }) })}
            />
          )
        }
      >
        {state.is === 'stored' && <StaleBadge at={state.at} fromServer />}
      </PageHead>
      <Box atMost="large" below={3}>
        <RegionSelector
          provinces={provinces}
          value={search}
          onChange={next => change({ ...kept, ...next })}
        />
      </Box>
      <Stack gap={4} grow shrinkDown cols="minmax(320px, 460px) minmax(0, 1fr)" className={css.split}>
        <Column gap={3} shrink scroll="both" openOnTablet>
          {nothing ? (
            <Empty
              icon="map"
              title={<Trans>Nothing is known in this region</Trans>}
              why={
                province ? (
                  <Trans>No device has its place here, and no alarm came from here in this period.</Trans>
                ) : (
                  <Trans>
                    No device has reported its position. Put devices on the map, or wait for their first
                    position.
                  </Trans>
                )
              }
            />
          ) : (
            <RegionTable
              label={t`Devices and alarms by region`}
              rows={rows}
              onOpen={open}
              hovered={hovered}
              onHover={setHovered}
              alarms={spots !== undefined}
            />
          )}
          {heat.failed && (
            <Text as="p" size="caption" tone="ink-2" role="status">
              <Trans>The alarms could not be counted. The devices are complete.</Trans>
            </Text>
          )}
          {cut && (
            <div>
              <Text as="p" size="caption" tone="ink-2" role="status">
                <Trans>
                  Alarms are counted for the {number.format(cut.shown)} busiest of {number.format(cut.places)}{' '}
                  places.
                </Trans>
              </Text>
              <CountAll cut={cut} />
            </div>
          )}
          <Notes unplaced={unplaced} silent={heat.data?.unplaced} unsure={unsure} />
          {slots.length > 0 && <RegionDevices fleet={fleet} slots={slots} />}
        </Column>
        <Box shrinkDown edge="line" round="card" hidden className={css.map}>
          <RegionMap
            rows={rows}
            level={`${province} ${city} ${area}`}
            mostZoom={city ? DISTRICT_ZOOM : province ? CITY_ZOOM : PROVINCE_ZOOM}
            hovered={hovered}
            onOpen={open}
          />
        </Box>
      </Stack>
    </>
  )
}

/** What the figures leave out, and how far they are to be trusted. */
function Notes({
  unplaced,
  silent,
  unsure,
}: {
  unplaced: number
  silent: number | undefined
  /** Devices of a city that is open which count for the city only. */
  unsure: number
}) {
  return (
    <Stack as="ul" gap={1} padStart={4} size="caption" tone="ink-2">
      <li>
        <Trans>
          The data has no borders, only the middles of regions. Each place counts for the city whose known
          middle is nearest; close to a border that may be the neighbour. It counts for a district only where
          that is certain: the middles of all districts of the city are known, and no other is nearly as near.
        </Trans>
      </li>
      {unsure > 0 && (
        <li>
          <Trans>Devices whose district is not certain, counted for the city: {unsure}</Trans>
        </li>
      )}
      {unplaced > 0 && (
        <li>
          <Trans>Devices without a place, in no region: {unplaced}</Trans>
        </li>
      )}
      {silent !== undefined && silent > 0 && (
        <li>
          <Trans>Alarms without a place, in no region: {silent}</Trans>
        </li>
      )}
    </Stack>
  )
}
