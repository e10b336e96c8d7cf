// Buildings: one from the front, the tree of all, or the list. Which, and which room is open, stands in the address.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countsOf } from '../../domain/community/front.ts'
import { type RoomState, roomState, roomStates } from '../../domain/community/room.ts'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Row, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { type AlarmTypeWords, AlarmTypeWordsContext } from './alarm-type-words.ts'
import css from './building-front.module.css'
import { BuildingFront } from './building-front.tsx'
import { BuildingTabs } from './building-tabs.tsx'
import { EstateTree } from './estate-tree.tsx'
import { buildingsOptions, frontOptions } from './front-query.ts'
import { GeneratorDrawer } from './generator-drawer.tsx'
import { RoomPeek } from './room-peek.tsx'
import { roomStateWords } from './room-words.ts'

interface BuildingSearch {
  building?: number
  room?: number
  state?: RoomState
}

const list = { tab: 'list' }

interface BuildingPageProps {
  view: View
  search: Readonly<Record<string, unknown>>
  /** What types of alarms are called. */
  alarmWords: AlarmTypeWords
}

export function BuildingPage({ view, search, alarmWords }: BuildingPageProps) {
  const may = useRights()
  if (search.tab === 'list' || !may('room.read')) return <ListPage view={view} kept={list} />
  if (search.tab === 'tree') return may('community.read') ? <EstateTree /> : <Forbidden />
  return (
    <AlarmTypeWordsContext value={alarmWords}>
      <Front search={readSearch(search)} />
    </AlarmTypeWordsContext>
  )
}

function readSearch({ building, room, state }: Readonly<Record<string, unknown>>): BuildingSearch {
  const asked = roomState.safeParse(state)
  return {
    ...(typeof building === 'number' && { building }),
    ...(typeof room === 'number' && { room }),
    ...(asked.success && { state: asked.data }),
  }
}

function Front({ search }: { search: BuildingSearch }) {
  const { i18n, t } = useLingui()
  const change = useChangeSearch<BuildingSearch>(search)
  const may = useRights()
  const online = useOnline()
  const phone = useScreen() === 'phone'
  const [making, setMaking] = useState(false)
  const buildings = useQuery(buildingsOptions)
  const all = buildings.data?.list ?? []
  const id = search.building ?? all[0]?.id
  const front = useQuery(frontOptions(id))
  const at = all.findIndex(each => each.id === id)
  const go = (building: number | undefined) => {
    if (building !== undefined) change({ building, room: undefined })
  }
  const shown = front.data
  const open = shown?.rooms.find(each => each.id === search.room)
  const unitOf = (unitId: number) => shown?.units.find(each => each.id === unitId)?.name ?? ''
  const failed = [buildings, front].find(each => each.isError && each.data === undefined)
  const make = may('room.save') && (
    <Button leftSection={<Icon name="plus" />} disabled={!online} onClick={() => setMaking(true)}>
      <Trans>Make rooms</Trans>
    </Button>
  )
  const peek = open && shown && (
    <RoomPeek
      room={open}
      building={shown.name}
      unit={unitOf(open.unitId)}
      onClose={() => change({ room: undefined })}
    />
  )
  if (phone && peek) return peek
  return (
    <PageFrame scrolls beside={peek || undefined}>
      <PageHead
        title={shown?.name ?? t({ context: 'page', message: 'Buildings' })}
        own
        count={shown?.rooms.length}
        end={make}
      >
        {shown && (
          <Text tone="ink-3" size="small">
            <bdi>{shown.communityName}</bdi>
          </Text>
        )}
        {front.isError && shown && <StaleBadge at={front.dataUpdatedAt} />}
      </PageHead>
      <BuildingTabs current="front" />
      {all.length > 0 && (
        <Row wrap gap={2}>
          <Select
            aria-label={t`Building`}
            searchable
            allowDeselect={false}
            data={all.map(each => ({
              value: String(each.id),
              label: `${each.communityName ?? ''} · ${each.name}`,
            }))}
            value={id === undefined ? null : String(id)}
            onChange={value => value !== null && go(Number(value))}
          />
          <IconButton
            bordered
            icon="back"
            label={t`Previous building`}
            disabled={at < 1}
            onClick={() => go(all[at - 1]?.id)}
          />
          <IconButton
            bordered
            icon="forward"
            label={t`Next building`}
            disabled={at < 0 || at >= all.length - 1}
            onClick={() => go(all[at + 1]?.id)}
          />
        </Row>
      )}
      {failed ? (
        <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
      ) : buildings.data && all.length === 0 ? (
        <Empty
          title={t`No buildings yet`}
          why={t`Add a community; then its buildings, units and rooms are made from its naming rules.`}
          icon="building"
        />
      ) : !shown ? (
        <Loading variant="cards" count={6} />
      ) : (
        <>
          <Box rigid>
            <Legend rooms={shown.rooms} value={search.state} onChange={state => change({ state })} />
          </Box>
          {shown.rooms.length === 0 ? (
            <Empty
              title={t`No rooms yet`}
              why={t`Make those of a whole building at once, import them, or add one.`}
              icon="home"
            />
          ) : (
            <Card>
              <BuildingFront
                building={shown}
                only={search.state}
                openId={open?.id}
                onOpen={room => change({ room: room === open?.id ? undefined : room })}
              />
            </Card>
          )}
        </>
      )}
      {making && <GeneratorDrawer communityId={shown?.communityId} onClose={() => setMaking(false)} />}
    </PageFrame>
  )
}

interface LegendProps {
  rooms: Parameters<typeof countsOf>[0]
  value: RoomState | undefined
  onChange: (state: RoomState | undefined) => void
}

function Legend({ rooms, value, onChange }: LegendProps) {
  const { i18n, t } = useLingui()
  const counts = countsOf(rooms)
  return (
    <SegmentedFilter<RoomState | 'all'>
      label={t`State`}
      value={value ?? 'all'}
      onChange={state => onChange(state === 'all' ? undefined : state)}
      segments={[
        { value: 'all', label: t`All`, count: rooms.length },
        ...roomStates.map(state => ({
          value: state,
          label: <Swatch state={state}>{i18n._(roomStateWords[state].label)}</Swatch>,
          count: counts[state],
        })),
      ]}
    />
  )
}

function Swatch({ state, children }: { state: RoomState; children: string }) {
  return (
    <Row gap={1}>
      <span className={`${css.swatch} ${css.of}`} data-state={state} />
      {children}
    </Row>
  )
}
