// The indoor map: floors with counts, the chosen one live, everybody on it beside it; zones can be drawn on it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { FloorChoice, shortName } from './floor-choice.tsx'
import css from './indoor.module.css'
import { type Floor, floorDevicesOptions, floorsOptions, type Tag } from './indoor-query.ts'
import { type IndoorSearch, readIndoorSearch } from './indoor-search.ts'
import { LiveFloor } from './live-floor.tsx'
import { TagList } from './tag-list.tsx'
import { TagPopup } from './tag-popup.tsx'
import { useFloor, zonesOf } from './use-floor.ts'
import { ZoneList } from './zone-list.tsx'
import { ZoneWork } from './zone-work.tsx'

export function IndoorPage() {
  const { i18n, t } = useLingui()
  const floors = useQuery(floorsOptions())
  const online = useOnline()
  const search = readIndoorSearch(useSearch({ strict: false }))
  const change = useChangeSearch(search)
  const stale = floors.data !== undefined && (!online || floors.isError)
  const chosen = floors.data?.find(({ drawingId }) => drawingId === search.floor) ?? busiest(floors.data)
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Indoor map' })}
        count={floors.data?.reduce((sum, { deviceCount }) => sum + deviceCount, 0)}
      >
        {stale && <StaleBadge at={floors.dataUpdatedAt} />}
      </PageHead>
      {!floors.data && floors.isError && (
        <ErrorState what={i18n._(wordsForError(floors.error))} onRetry={() => void floors.refetch()} />
      )}
      {!floors.data && !floors.isError && <Loading variant="detail" />}
      {floors.data?.length === 0 && <NoFloors />}
      {floors.data && chosen && (
        <ChosenFloor
          key={chosen.drawingId}
          floors={floors.data}
          floor={chosen}
          search={search}
          change={change}
        />
      )}
    </PageFrame>
  )
}

/** Where most people are is what one wants to see first. */
function busiest(floors: readonly Floor[] | undefined): Floor | undefined {
  return floors?.reduce<Floor | undefined>(
    (best, floor) => (!best || floor.deviceCount > best.deviceCount ? floor : best),
    undefined,
  )
}

export function NoFloors() {
  const may = useRights()
  return (
    <Empty
      icon="map"
      title={<Trans>No floors yet</Trans>}
      why={<Trans>Upload a floor plan, measure it, and mark it as used for positioning.</Trans>}
      action={
        may('drawing.save') && (
          <Button component="a" href="#/drawingList">
            <Trans>Go to the drawings</Trans>
          </Button>
        )
      }
    />
  )
}

interface ChosenFloorProps {
  floors: readonly Floor[]
  floor: Floor
  search: IndoorSearch
  change: (next: IndoorSearch) => void
}

function ChosenFloor({ floors, floor, search, change }: ChosenFloorProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const [text, setText] = useState('')
  const [stations, setStations] = useState(false)
  const [working, setWorking] = useState(false)
  const { plan, devices, tags, areas, inZone } = useFloor(floor.drawingId)
  const selected = tags.find(({ id }) => id === search.device)
  const found = useFound(floors, text)
  const select = (id: number | undefined) => change({ device: id })
  return (
    <>
      <Row wrap gap={2} columnGap={3}>
        <FloorChoice
          floors={floors}
          value={floor.drawingId}
          onChange={drawingId => change({ floor: drawingId, device: undefined })}
        />
        <SearchBox value={text} onSearch={setText} label={t`Find a device`} />
        <Switch
          label={t`Base stations`}
          checked={stations}
          onChange={event => setStations(event.currentTarget.checked)}
        />
        {may('drawing.save') && (
          <Button
            variant="default"
            leftSection={<Icon name="edit" />}
            aria-pressed={working}
            onClick={() => setWorking(!working)}
          >
            {working ? t`Done` : t`Edit zones`}
          </Button>
        )}
      </Row>
      {plan.data && working ? (
        <ZoneWork drawing={plan.data} zones={areas} tags={tags} inZone={inZone} />
      ) : (
        <Stack gap={3} shrinkDown cols="minmax(0, 1fr) 340px" grows="natural" className={css.split}>
          <Box relative edge="line" round="card" hidden mih={320} className={css.map}>
            {plan.isError && !plan.data && (
              <ErrorState what={i18n._(wordsForError(plan.error))} onRetry={() => void plan.refetch()} />
            )}
            {plan.data && (
              <LiveFloor
                drawing={plan.data}
                tags={tags}
                zones={areas}
                inZone={inZone}
                selected={selected?.id}
                onSelect={select}
                trailMinutes={search.trail}
                stations={stations}
              >
                {selected && (
                  <TagPopup
                    tag={selected}
                    zones={zonesOf(selected, areas)}
                    trail={search.trail}
                    onTrail={trail => change({ trail })}
                    onClose={() => select(undefined)}
                  />
                )}
              </LiveFloor>
            )}
          </Box>
          <Card as="aside" column gap={2} shrinkDown scroll="both" openOnTablet className={css.side}>
            {text ? (
              <Found
                found={found}
                selected={selected?.id}
                onSelect={(drawingId, id) => change({ floor: drawingId, device: id })}
              />
            ) : (
              <>
                <ZoneList zones={areas} inZone={inZone} />
                <Text as="h2" size="small" strong tone="ink-2">{t`Who is on this floor`}</Text>
                {devices.isPending && !devices.isError && <Loading variant="list" count={6} />}
                {devices.data?.length === 0 && (
                  <Text as="p" tone="ink-2">{t`Nobody was seen on this floor yet.`}</Text>
                )}
                <TagList
                  tags={tags}
                  selected={selected?.id}
                  placeOf={tag => zonesOf(tag, areas)}
                  onSelect={({ id }) => select(id === selected?.id ? undefined : id)}
                />
              </>
            )}
          </Card>
        </Stack>
      )}
    </>
  )
}

interface FoundOnFloor {
  floor: Floor
  tags: Tag[]
}

/** Devices of all floors whose name, wearer or IMEI has the text. */
function useFound(floors: readonly Floor[], text: string): FoundOnFloor[] {
  const asked = useQueries({
    queries: floors.map(({ drawingId }) => ({ ...floorDevicesOptions(drawingId), enabled: text !== '' })),
  })
  const sought = text.trim().toLocaleLowerCase()
  if (sought === '') return []
  return floors.flatMap((floor, at) => {
    const tags = (asked[at]?.data ?? []).filter(({ name, wearerName, imei }) =>
      `${name} ${wearerName ?? ''} ${imei}`.toLocaleLowerCase().includes(sought),
    )
    return tags.length > 0 ? [{ floor, tags }] : []
  })
}

interface FoundProps {
  found: readonly FoundOnFloor[]
  selected: number | undefined
  onSelect: (drawingId: number, id: number) => void
}

function Found({ found, selected, onSelect }: FoundProps) {
  const { t } = useLingui()
  if (found.length === 0) return <Text as="p" tone="ink-2">{t`No match on any floor.`}</Text>
  return found.map(({ floor, tags }) => (
    <section key={floor.drawingId}>
      <Text as="h2" size="small" strong tone="ink-2">
        <bdi>{[floor.building, shortName(floor)].filter(Boolean).join(' · ')}</bdi>
      </Text>
      <TagList tags={tags} selected={selected} onSelect={({ id }) => onSelect(floor.drawingId, id)} />
    </section>
  ))
}
