// All fences on the map with their list beside it: choose one and edit it, or draw a new one.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fence } from '../../domain/fence/fence.ts'
import type { Place } from '../../domain/geo/geo.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapEvents, MapLayer } from '../../platform/map/map-port.ts'
import { AbsentList } from '../../resource/absent-list.tsx'
import { ActionsProvider } from '../../resource/actions.tsx'
import { useSetSearch } from '../../resource/address.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import { MapView } from '../../resource/map/map-view.tsx'
import { ShapeToolbar } from '../../resource/map/shape-toolbar.tsx'
import { useSitePlanLayers } from '../../resource/map/site-plans.ts'
import { useShapeEditor } from '../../resource/map/use-shape-editor.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Box, Column, Stack } from '../../ui/kit/parts.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { EditedFence } from './edited-fence.tsx'
import { fenceView } from './fence.view.tsx'
import { FenceListPanel } from './fence-list-panel.tsx'
import { boundsOfFences, fencesLayer } from './fence-map-layers.ts'
import css from './fence-map-page.module.css'
import { shapesOptions } from './fence-query.ts'
import type { FenceMapSearch } from './fence-search.ts'
import { FenceTabs } from './fence-tabs.tsx'
import { PointedDevice } from './pointed-device.tsx'
import { useFenceLive } from './use-fence-live.ts'

/** The live devices, brought along by the route. */
export interface DeviceLayer {
  layer: MapLayer | undefined
  deviceOf: (
    slot: number,
  ) => { imei: string; name: string; wearer: string; at: Place | undefined } | undefined
}

export interface FenceMapPageProps {
  search: FenceMapSearch
  useDevices: (picked?: number) => DeviceLayer
}

export function FenceMapPage(props: FenceMapPageProps) {
  const may = useRights()
  return may('fence.read') ? <FenceMap {...props} /> : <Forbidden />
}

const MOST_ZOOM = 18
const PADDING_PIXELS = 80

function FenceMap({ search, useDevices }: FenceMapPageProps) {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const change = useSetSearch<FenceMapSearch>()
  const colours = useMapColours()
  const shapes = useQuery(shapesOptions())
  const [picked, setPicked] = useState<number>()
  const devices = useDevices(picked)
  const edits = may('fence.save') && (search.id !== undefined || search.new !== undefined)
  const editor = useShapeEditor({ enabled: edits && online })
  const fences = shapes.data
  const plans = useSitePlanLayers()
  const layers = useMemo(
    () => ({
      ...plans,
      fences: fencesLayer(fences ?? [], colours, {
        without: edits ? search.id : undefined,
        chosen: search.id,
      }),
      devices: devices.layer,
      ...(edits ? editor.layers : {}),
    }),
    [plans, fences, colours, edits, search.id, devices.layer, editor.layers],
  )
  const own: MapEvents = {
    picked: pick => {
      if (pick.kind === 'shape' && pick.layer === 'fences') change({ id: Number(pick.id) })
      setPicked(pick.kind === 'point' ? pick.slot : pick.kind === 'spot' ? pick.slots[0] : undefined)
    },
    pointed: () => setPicked(undefined),
  }
  useFenceLive()
  useView(editor.host, fences, search)
  const pointed = picked === undefined ? undefined : devices.deviceOf(picked)
  const open = search.id !== undefined || search.new !== undefined
  return (
    <ActionsProvider view={fenceView} onRemoved={() => change({}, { replace: true })}>
      <Stack grow shrink shrinkDown tall cols="minmax(0, 1fr) 400px" className={css.page}>
        <Box shrink shrinkDown relative className={css.map}>
          <MapView
            label={t`Map of the geofences`}
            layers={layers}
            events={edits ? editor.over(own) : own}
            controls="full"
            onHost={editor.onHost}
          >
            {edits && <ShapeToolbar editor={editor} />}
            {pointed && (
              <PointedDevice device={pointed} fences={fences ?? []} onClose={() => setPicked(undefined)} />
            )}
          </MapView>
        </Box>
        <Column
          as="section"
          gap={3}
          shrink
          shrinkDown
          ground="surface"
          scroll="y"
          padX={4}
          padAbove={4}
          padBelow={0}
          edgeStart
          className={css.panel}
          aria-label={open ? t`Geofence` : t({ context: 'page', message: 'Geofences' })}
        >
          {open ? (
            <EditedFence
              key={search.id ?? search.new}
              search={search}
              editor={editor}
              onSaved={id => change({ id }, { replace: true })}
              onClose={() => change({})}
            />
          ) : (
            <>
              <h1 className="gh-hidden">{t`Map of the geofences`}</h1>
              <FenceTabs current="map" />
              {fences ? (
                <FenceListPanel
                  fences={fences}
                  at={shapes.dataUpdatedAt}
                  stale={!online || shapes.isError}
                  onOpen={id => change({ id })}
                  onNew={shape => change({ new: shape })}
                />
              ) : (
                <AbsentList offline={fence.offline} list={shapes} />
              )}
            </>
          )}
        </Column>
      </Stack>
    </ActionsProvider>
  )
}

/** Fits the map to all fences at first, and to a fence when it is chosen; otherwise it stays where a person moved it. */
function useView(
  host: MapHost | undefined,
  fences: Parameters<typeof boundsOfFences>[0] | undefined,
  { id, new: drawn }: FenceMapSearch,
): void {
  const shown = useRef<number | 'all'>(undefined)
  useEffect(() => {
    if (!host || !fences) return
    const one = fences.find(each => 'id' in each && each.id === id)
    const wanted = one && id !== undefined ? id : 'all'
    if (shown.current === wanted || (shown.current !== undefined && !one)) return
    // What is drawn anew begins where the map stands, if it stands anywhere.
    const bounds = boundsOfFences(one ? [one] : fences)
    if (!bounds || (drawn !== undefined && shown.current !== undefined)) return
    const animate = shown.current !== undefined
    shown.current = wanted
    host.fit(bounds, { paddingPixels: PADDING_PIXELS, mostZoom: MOST_ZOOM, animate })
  }, [host, fences, id, drawn])
}
