// A map of devices with their list beside it; each filters the other. Every page of the fleet is one of these.

import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { type Bounds, boundsOf, type Place } from '../../../domain/geo/geo.ts'
import type { MapHost } from '../../../platform/map/map-host.ts'
import type { MapEvents, MapLayer } from '../../../platform/map/map-port.ts'
import { useChangeSearch } from '../../../resource/address.ts'
import { MapView } from '../../../resource/map/map-view.tsx'
import { useSitePlanLayers } from '../../../resource/map/site-plans.ts'
import { look } from '../../../ui/kit/look.ts'
import { Box, Column } from '../../../ui/kit/parts.tsx'
import { PageHead } from '../../../ui/page-frame.tsx'
import { useScreen } from '../../../ui/pointer.ts'
import { StaleBadge } from '../../../ui/states.tsx'
import { DeviceCard } from './device-card.tsx'
import { type DrawnFleet, useFleetLayers } from './fleet-layers.ts'
import { listedSlots, type Rank } from './fleet-list-order.ts'
import { FleetPanel } from './fleet-panel.tsx'
import css from './fleet-screen.module.css'
import { type FleetSearch, filterOf } from './fleet-search.ts'
import type { Fleet } from './fleet-store.ts'
import { SpotCard } from './spot-card.tsx'
import { type FleetState, useFleetVersion } from './use-fleet.ts'
import { useFollow } from './use-follow.ts'

export interface FleetScreenProps {
  title: string
  state: FleetState
  search: FleetSearch
  /** The page shows these kinds only. */
  kinds?: readonly DeviceKind[] | undefined
  /** None but these devices. */
  among?: readonly string[] | undefined
  /** How the devices are drawn instead of by their state. */
  drawn?: DrawnFleet | undefined
  rank?: Rank | undefined
  /** Between the title and the filters. */
  head?: ReactNode
  /** Over the whole width, above map and list. */
  bar?: ReactNode
  /** Instead of the list. */
  list?: ReactNode
  /** Just the device of this IMEI; its card stands in the panel instead of the list. */
  only?: string | undefined
  /** Stands in the panel until that device is there. */
  absent?: ReactNode
  /** The list shows these only. */
  onlySlots?: ((slot: number) => boolean) | undefined
  /** Where the map opens, whatever is picked. */
  firstPlace?: Place | undefined
  /** Beyond the map: a panel of the page's own. */
  side?: ReactNode
  /** While it is there, that panel is what one does: on a phone it stands instead of the list. */
  wideSide?: boolean
  /** Over the map, at its upper edge. */
  over?: ReactNode
  /** Under and over the devices, the lowest first. */
  beneath?: Readonly<Record<string, MapLayer | undefined>> | undefined
  above?: Readonly<Record<string, MapLayer | undefined>> | undefined
  /** False: the page itself lays the site plans, or leaves them. */
  plans?: boolean
  /** False: the devices themselves are not drawn. */
  points?: boolean
  /** Devices that are chosen, by slot. */
  chosen?: ReadonlySet<number> | undefined
  onChoose?: ((slot: number) => void) | undefined
  note?: ((slot: number) => ReactNode) | undefined
  /** More in the card of a picked device. */
  more?: ((slot: number) => ReactNode) | undefined
  /** Takes the map's events before or instead of the screen. */
  events?: ((own: MapEvents) => MapEvents) | undefined
  onHost?: ((host: MapHost | undefined) => void) | undefined
  /** A wider panel, for pages that are about the list more than the map. */
  wide?: boolean
  /** The page itself chooses the group. */
  grouped?: boolean
  /** The title is of one thing, which the bar of a phone does not say. */
  ownTitle?: boolean
  /** Begins by following the device of the address. */
  follows?: boolean
}

const HOUSE_ZOOM = 18
const PADDING_PIXELS = 60

export function FleetScreen(props: FleetScreenProps) {
  const { title, state, search, kinds, rank, chosen, onChoose, note, only, onlySlots } = props
  const { fleet } = state
  const { t } = useLingui()
  const change = useChangeSearch(search)
  const phone = useScreen() === 'phone'
  const version = useFleetVersion(fleet)
  const [host, setHost] = useState<MapHost>()
  const [bounds, setBounds] = useState<Bounds>()
  const [onlyMap, setOnlyMap] = useState(false)
  const [hovered, setHovered] = useState<number>()
  const [spot, setSpot] = useState<readonly number[]>()
  const [following, setFollowing] = useState(props.follows ?? false)
  useFilter(fleet, search, kinds, { only, among: props.among })
  const picked = search.imei === undefined ? undefined : fleet.slotOfImei(search.imei)
  useFollow(fleet, host, following ? picked : undefined)
  useFirstView(state, host, { picked, version, place: props.firstPlace })
  const within = onlyMap ? bounds : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const all = useMemo(() => listedSlots(fleet, { bounds: within, rank }), [fleet, within, rank, version])
  const slots = onlySlots ? all.filter(onlySlots) : all
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const counts = useMemo(() => fleet.counts(), [fleet, version])
  const layers = useFleetLayers(fleet, {
    ...{ picked, hovered, chosen, drawn: props.drawn },
    points: props.points ?? true,
  })
  const { accuracy, fleet: points } = layers
  const { beneath, above } = props
  const sitePlans = useSitePlanLayers()
  const plans = (props.plans ?? true) ? sitePlans : undefined
  const everything = useMemo(
    () => ({ ...plans, ...beneath, accuracy, fleet: points, ...above }),
    [plans, beneath, above, accuracy, points],
  )
  const open = (slot: number | undefined) => {
    setSpot(undefined)
    if (slot !== picked) setFollowing(false)
    change({ imei: slot === undefined ? undefined : fleet.imeis[slot] })
  }
  const fly = useFlight(fleet, host, picked)
  const own: MapEvents = {
    moved: (_, box) => setBounds(box),
    grabbed: () => setFollowing(false),
    picked: pick => {
      if (pick.kind === 'point' && pick.layer === 'fleet') open(pick.slot)
      if (pick.kind === 'spot' && pick.layer === 'fleet') {
        open(undefined)
        setSpot(pick.slots)
      }
    },
    pointed: () => setSpot(undefined),
  }
  const card = (slot: number) => (
    <DeviceCard
      key={search.imei}
      fleet={fleet}
      slot={slot}
      following={following}
      onFollow={setFollowing}
      onClose={only === undefined ? () => open(undefined) : undefined}
    >
      {props.more?.(slot)}
    </DeviceCard>
  )
  const details = spot ? (
    <SpotCard fleet={fleet} slots={spot} onPick={open} onClose={() => setSpot(undefined)} />
  ) : (
    picked !== undefined && card(picked)
  )
  // On a phone the card would hide the map: it stands where the list was.
  const inPanel = only !== undefined || (phone && Boolean(details))
  const { onHost } = props
  const takeHost = useCallback(
    (next: MapHost | undefined) => {
      setHost(next)
      onHost?.(next)
    },
    [onHost],
  )
  return (
    <div
      className={look(
        { stack: true, grow: true, shrink: true, shrinkDown: true, tall: true },
        css.page,
        props.wide ? css.wide : undefined,
      )}
      data-side={props.side === undefined ? undefined : props.wideSide ? 'wide' : 'beside'}
    >
      {props.bar && (
        <Box area="bar" shrink>
          {props.bar}
        </Box>
      )}
      <Column
        as="section"
        gap={2}
        shrink
        shrinkDown
        ground="surface"
        padAbove={4}
        edgeEnd
        area="panel"
        className={css.panel}
        aria-label={t`Devices`}
      >
        <Column gap={2} padX={3}>
          {/* On a phone a number alone says nothing: the states below count. */}
          <PageHead
            title={title}
            own={props.ownTitle ?? false}
            count={state.is === 'loading' || phone ? undefined : counts.all}
          >
            {state.is === 'stored' && state.at > 0 && <StaleBadge at={state.at} fromServer />}
          </PageHead>
          {props.head}
        </Column>
        {inPanel ? (
          <Box shrinkDown scroll="y" padX={3} padAbove={0} padBelow={3} className={css.own}>
            {details || props.absent}
          </Box>
        ) : (
          (props.list ?? (
            <FleetPanel
              state={state}
              search={search}
              onChange={change}
              counts={counts}
              version={version}
              slots={slots}
              picked={picked}
              onPick={slot => {
                open(slot)
                fly(slot)
              }}
              onHover={setHovered}
              onlyMap={onlyMap}
              onOnlyMap={setOnlyMap}
              kinds={kinds}
              grouped={props.grouped}
              chosen={chosen}
              onChoose={onChoose}
              note={note}
            />
          ))
        )}
      </Column>
      <Box shrink shrinkDown area="map" className={css.map}>
        <MapView
          label={t`Map of the devices`}
          layers={everything}
          events={props.events ? props.events(own) : own}
          onHost={takeHost}
          controls="full"
        >
          {(props.over || (details && !inPanel)) && (
            <Column
              gap={2}
              w="min(340px, calc(100% - 88px))"
              still
              insetX="12px auto"
              insetY="64px 36px"
              z={2}
              absolute
              className={css.over}
              data-covers={details && !inPanel ? '' : undefined}
            >
              {props.over}
              {!inPanel && details}
            </Column>
          )}
        </MapView>
      </Box>
      {props.side && (
        <Column
          as="aside"
          gap={3}
          shrinkDown
          pad={4}
          ground="surface"
          scroll="y"
          area="side"
          edgeStart
          className={css.side}
        >
          {props.side}
        </Column>
      )}
    </div>
  )
}

/**
 * Flies to a device as soon as its card is there, which covers a part of the map; one that was picked on the map is only
 * brought out from under its card.
 */
function useFlight(
  fleet: Fleet,
  host: MapHost | undefined,
  picked: number | undefined,
): (slot: number) => void {
  const wanted = useRef<number>(undefined)
  const go = useCallback(
    (slot: number) => {
      wanted.current = undefined
      const centre = fleet.placeOf(slot)
      if (host && centre)
        host.look({ centre, zoom: Math.max(HOUSE_ZOOM, host.camera().zoom) }, { animate: true })
    },
    [fleet, host],
  )
  useEffect(() => {
    const place = picked === undefined ? undefined : fleet.placeOf(picked)
    if (picked === undefined || !place) return
    if (wanted.current === picked) go(picked)
    else host?.reveal(place)
  }, [fleet, host, picked, go])
  return slot => {
    if (slot === picked) go(slot)
    else wanted.current = slot
  }
}

/** Asks the fleet anew when the address asks for something else. */
function useFilter(
  fleet: Fleet,
  search: FleetSearch,
  kinds: readonly DeviceKind[] | undefined,
  { only, among }: { only: string | undefined; among: readonly string[] | undefined },
): void {
  const asked = {
    ...filterOf(search),
    ...(kinds && { kinds: search.kind ?? kinds }),
    ...(among && { among }),
  }
  const wanted = JSON.stringify(only === undefined ? asked : { imei: only })
  useEffect(() => fleet.filter(JSON.parse(wanted)), [fleet, wanted])
}

/**
 * The map opens over the device that the address names, else over all that are wanted; and goes on to where that device is
 * by now, if it was first seen where an earlier visit knew it.
 */
function useFirstView(
  { fleet, refreshing }: FleetState,
  host: MapHost | undefined,
  { picked, version, place }: { picked: number | undefined; version: number; place: Place | undefined },
): void {
  const done = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever the fleet has changed, until it was there
  useEffect(() => {
    if (!host || done.current || (fleet.size === 0 && !place)) return
    const centre = place ?? (picked === undefined ? undefined : fleet.placeOf(picked))
    if (centre) {
      done.current = !refreshing
      host.look({ centre, zoom: HOUSE_ZOOM })
      return
    }
    const placesOf = (slots: Iterable<number>) => [...slots].flatMap(slot => fleet.placeOf(slot) ?? [])
    // Where nothing wanted has a place, such as among what is to be installed, the others show the site.
    const bounds = boundsOf(placesOf(listedSlots(fleet, {}))) ?? boundsOf(placesOf(fleet.columns.ids.keys()))
    if (!bounds) return
    done.current = true
    host.fit(bounds, { paddingPixels: PADDING_PIXELS, mostZoom: HOUSE_ZOOM, animate: false })
  }, [fleet, host, version, refreshing])
}
