// Positioning servers and what they cover, floor by floor: each server has a colour of its own.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { coverageOf } from '../../domain/indoor/coverage.ts'
import { drawing } from '../../domain/indoor/indoor.ts'
import { useSetSearch } from '../../resource/address.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import { rowOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Box, Card, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import type { TokenName } from '../../ui/tokens.ts'
import { FloorChoice } from './floor-choice.tsx'
import { type DrawnStation, rangeShapes, stationMarkers } from './floor-layers.ts'
import { FloorMap } from './floor-map.tsx'
import css from './indoor.module.css'
import { NoFloors } from './indoor-page.tsx'
import { floorsOptions, serversOptions, stationsOptions } from './indoor-query.ts'
import { type IndoorSearch, readIndoorSearch } from './indoor-search.ts'
import { stationStatusWords } from './indoor-words.ts'

/** Colours of the servers in turn; they differ clearly in both skins. */
const SERVER_COLOURS: readonly TokenName[] = ['accent', 'ok', 'new', 'warning', 'attention', 'critical']

export function ServerMapPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const navigate = useNavigate()
  const set = useSetSearch<IndoorSearch>()
  const search = readIndoorSearch(useSearch({ strict: false }))
  const floors = useQuery(floorsOptions())
  const servers = useQuery(serversOptions())
  const all = useQuery(stationsOptions())
  const withStations = floors.data?.find(({ drawingId }) =>
    all.data?.list.some(station => station.drawingId === drawingId),
  )
  const wanted = search.floor ?? withStations?.drawingId ?? floors.data?.[0]?.drawingId
  const plan = useQuery({ ...rowOptions(drawing, wanted ?? 0), enabled: wanted !== undefined })
  const stations = useMemo(
    () => (all.data?.list ?? []).filter(({ drawingId }) => drawingId === wanted),
    [all.data, wanted],
  )
  const tokenOf = useMemo(() => {
    const order = new Map((servers.data?.list ?? []).map(({ id }, at) => [id, at]))
    return (serverId: number | null | undefined): TokenName =>
      SERVER_COLOURS[(order.get(serverId ?? -1) ?? -1) % SERVER_COLOURS.length] ?? 'off'
  }, [servers.data])
  const layers = useLayers(stations, tokenOf)
  const percent = numberFormat(useIntlLocale(), { style: 'percent', maximumFractionDigits: 0 })
  const coverage = useMemo(() => {
    const { realWidth, realHeight } = plan.data ?? {}
    if (!realWidth || !realHeight) return undefined
    const heard = stations.filter(({ status }) => status !== 'disabled')
    return coverageOf(heard, { width: realWidth, height: realHeight })
  }, [plan.data, stations])
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'UWB server on the map' })} count={servers.data?.total}>
        {floors.data && (!online || floors.isError) && <StaleBadge at={floors.dataUpdatedAt} />}
      </PageHead>
      {floors.isError && !floors.data && (
        <ErrorState what={i18n._(wordsForError(floors.error))} onRetry={() => void floors.refetch()} />
      )}
      {!floors.data && !floors.isError && <Loading variant="detail" />}
      {floors.data?.length === 0 && <NoFloors />}
      {floors.data && floors.data.length > 0 && (
        <>
          <Row wrap gap={2} columnGap={3}>
            <FloorChoice
              floors={floors.data}
              value={wanted}
              onChange={floor => set({ floor }, { replace: true })}
            />
          </Row>
          <Stack gap={3} shrinkDown cols="minmax(0, 1fr) 340px" grows="natural" className={css.split}>
            <Box relative edge="line" round="card" hidden mih={320} className={css.map}>
              {plan.data && (
                <FloorMap
                  drawing={plan.data}
                  label={t`Coverage of ${plan.data.title}`}
                  layers={layers}
                  events={{
                    picked: pick => {
                      if (pick.kind === 'marker')
                        void navigate({ to: '/baseList', search: { open: Number(pick.id) } })
                    },
                  }}
                />
              )}
            </Box>
            <Card as="aside" column gap={2} shrinkDown scroll="both" openOnTablet className={css.side}>
              {coverage && stations.length > 0 && (
                <Text as="p" tone="ink-2">
                  <Trans>
                    {percent.format(coverage.covered)} of this floor is reached,{' '}
                    {percent.format(coverage.located)} well enough to be found.
                  </Trans>
                </Text>
              )}
              <Text as="h2" size="small" strong tone="ink-2">{t`Positioning servers`}</Text>
              {servers.data?.list.length === 0 && (
                <Empty
                  icon="signal"
                  title={<Trans>No positioning servers yet</Trans>}
                  why={<a href="#/uwbServer?form=new">{t`Add positioning server`}</a>}
                />
              )}
              <List column gap={2}>
                {servers.data?.list.map(server => {
                  const here = stations.filter(({ serverId }) => serverId === server.id).length
                  return (
                    <Stack
                      as="li"
                      key={server.id}
                      align="center"
                      gap="half"
                      columnGap={2}
                      atLeast="finger"
                      columns="startRestEnd"
                      className={css.server}
                    >
                      <Text
                        square={3}
                        round="small"
                        rigid
                        className={css.swatch}
                        style={{ color: `var(--gh-${tokenOf(server.id)})` }}
                      />
                      <a href={`#/uwbServer?open=${server.id}`}>
                        <bdi>{server.name}</bdi>
                      </a>
                      {server.state ? (
                        <StateMark
                          shape={stateWords[server.state].shape}
                          label={i18n._(stateWords[server.state].label)}
                        />
                      ) : (
                        <Text tone="ink-2">{t`No device`}</Text>
                      )}
                      <Text size="caption" tone="ink-2" className={css.serverFacts}>
                        {t`${here} of ${server.stationCount} stations on this floor`}
                        {server.lastMessageAt !== null && (
                          <>
                            {' · '}
                            <Age at={server.lastMessageAt} />
                          </>
                        )}
                      </Text>
                    </Stack>
                  )
                })}
              </List>
              <Text as="h2" size="small" strong tone="ink-2">{t`Base stations`}</Text>
              {stations.length === 0 && <Text as="p" tone="ink-2">{t`No base stations on this floor.`}</Text>}
              <List column gap={2}>
                {stations.map(station => (
                  <Row as="li" key={station.id} gap={2} atLeast="target" className={css.zone}>
                    <Text
                      square={3}
                      round="small"
                      rigid
                      className={css.swatch}
                      style={{ color: `var(--gh-${tokenOf(station.serverId)})` }}
                    />
                    <bdi>
                      <a href={`#/baseList?open=${station.id}`}>{station.name}</a>
                    </bdi>
                    <StateMark
                      shape={stationStatusWords[station.status].shape}
                      label={i18n._(stationStatusWords[station.status].label)}
                    />
                  </Row>
                ))}
              </List>
            </Card>
          </Stack>
        </>
      )}
    </PageFrame>
  )
}

function useLayers(
  stations: readonly (Omit<DrawnStation, 'key'> & { id: number; serverId?: number | null | undefined })[],
  tokenOf: (serverId: number | null | undefined) => TokenName,
) {
  const { i18n, t } = useLingui()
  const colours = useMapColours()
  return useMemo(() => {
    const drawn = stations.map(station => ({ ...station, key: String(station.id) }))
    const servers = new Map(drawn.map(({ key, serverId }) => [key, serverId]))
    const colourOf = ({ key }: DrawnStation) => colours[tokenOf(servers.get(key))]
    return {
      ranges: rangeShapes(drawn, colours, colourOf),
      stations: stationMarkers(drawn, colours, {
        colourOf,
        labelOf: ({ name, status }) => t`${name}, ${i18n._(stationStatusWords[status].label)}`,
        captioned: true,
      }),
    }
  }, [stations, tokenOf, colours, i18n, t])
}
