// Groups on the map (分组): pick one, see where its devices are, speak to all of them.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { deviceGroup } from '../../../domain/device/catalogue.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { boundsOf } from '../../../domain/geo/geo.ts'
import type { MapHost } from '../../../platform/map/map-host.ts'
import { AbsentList } from '../../../resource/absent-list.tsx'
import { ActionsProvider, useActions } from '../../../resource/actions.tsx'
import { useChangeSearch } from '../../../resource/address.ts'
import { ActionButtons } from '../../../resource/peek.tsx'
import { pageOptions } from '../../../resource/query.ts'
import { useRelatedView } from '../../../resource/related-views.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Column, LineButton, List, Row, Text } from '../../../ui/kit/parts.tsx'
import { Empty } from '../../../ui/states.tsx'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import { type FleetState, useFleet, useFleetVersion } from './use-fleet.ts'

type Group = RowOf<typeof deviceGroup>

/** Groups shown; a company has a few dozen. */
const MOST_GROUPS = 500
const PADDING_PIXELS = 60
const HOUSE_ZOOM = 18

export function GroupPage({ search }: { search: FleetSearch }) {
  const { t } = useLingui()
  const state = useFleet()
  const change = useChangeSearch(search)
  const host = useRef<MapHost>(undefined)
  const list = useQuery(pageOptions(deviceGroup, { page: 1, size: MOST_GROUPS, sort: 'name' }))
  const groups = list.data?.list
  const group = groups?.find(({ id }) => id === search.group)
  useFit(state, search.group, host)
  return (
    <FleetScreen
      title={group ? group.name : t`Groups on the map`}
      state={state}
      search={search}
      grouped
      ownTitle={group !== undefined}
      onHost={next => {
        host.current = next
      }}
      head={
        search.group !== undefined && (
          <Row wrap gap={2}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="back" size={16} />}
              onClick={() => change({ group: undefined, imei: undefined })}
            >
              <Trans>All groups</Trans>
            </Button>
            {group && <GroupCommands group={group} />}
          </Row>
        )
      }
      list={
        search.group !== undefined ? undefined : groups ? (
          <Groups groups={groups} onPick={id => change({ group: id, imei: undefined })} />
        ) : (
          <AbsentList offline={deviceGroup.offline} list={list} />
        )
      }
    />
  )
}

function Groups({ groups, onPick }: { groups: readonly Group[]; onPick: (id: number) => void }) {
  const { t } = useLingui()
  if (groups.length === 0)
    return (
      <Empty
        icon="group"
        title={<Trans>No groups yet</Trans>}
        why={<Trans>A group lets you speak to many devices at once, or restart them together.</Trans>}
        action={
          <Button variant="default" component="a" href="#/ProductGrouping">
            <Trans>Go to the groups</Trans>
          </Button>
        }
      />
    )
  return (
    <List grow shrinkDown edgeAbove scroll="y" aria-label={t`Groups`}>
      {groups.map(({ id, name, note, deviceCount, onlineCount }) => (
        <li key={id}>
          <LineButton
            gap={3}
            padX={3}
            padY={2}
            edgeBelow
            tone="same"
            atLeast="tile"
            ringInside
            onClick={() => onPick(id)}
          >
            <Icon name="group" size={20} />
            <Column as="span" grow shrink>
              <Text as="bdi" strong clip>
                {name}
              </Text>
              {note && (
                <Text as="bdi" size="caption" tone="ink-3" clip>
                  {note}
                </Text>
              )}
            </Column>
            <Column as="span" align="end" shrink>
              <Plural value={deviceCount} one="# device" other="# devices" />
              <Text size="caption" tone="ink-3" clip>
                <Trans>{onlineCount} online</Trans>
              </Text>
            </Column>
          </LineButton>
        </li>
      ))}
    </List>
  )
}

function GroupCommands({ group }: { group: Group }) {
  const view = useRelatedView('deviceGroup')
  if (!view || group.deviceCount === 0) return null
  return (
    <ActionsProvider view={view}>
      <Actions group={group} />
    </ActionsProvider>
  )
}

function Actions({ group }: { group: Group }) {
  const { actionsFor } = useActions()
  const actions = actionsFor([{ ...group }]).filter(({ id }) => id === 'speak' || id === 'restart')
  return <ActionButtons actions={actions} />
}

/** Another group: the map shows all of it. */
function useFit(state: FleetState, group: number | undefined, host: { current: MapHost | undefined }): void {
  const { fleet } = state
  const version = useFleetVersion(fleet)
  const there = version > 0 && fleet.size > 0
  const shown = useRef(group)
  const places = useMemo(
    () => () => {
      const all = []
      for (let slot = 0; slot < fleet.size; slot++) {
        const at = fleet.placeOf(slot)
        if (at && (group === undefined || fleet.columns.groupIds[slot] === group)) all.push(at)
      }
      return all
    },
    [fleet, group],
  )
  useEffect(() => {
    if (!there || shown.current === group) return
    shown.current = group
    const bounds = boundsOf(places())
    if (bounds)
      host.current?.fit(bounds, { paddingPixels: PADDING_PIXELS, mostZoom: HOUSE_ZOOM, animate: true })
  }, [there, group, places, host])
}
