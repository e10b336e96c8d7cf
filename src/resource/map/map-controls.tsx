// What stands on a map's edges: zoom, full screen, and on a large map whatever else one does with it.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { FoundPlace, MapSettings } from '../../platform/map/map-port.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Column, FieldGroup, Row } from '../../ui/kit/parts.tsx'
import type { ChosenMap } from './chosen-map.ts'
import { CityPanel } from './city-panel.tsx'
import type { Layers } from './lay-layers.ts'
import { isChoice, MapChoicePanel } from './map-choice-panel.tsx'
import { type MapColours, useMapColours } from './map-colours.ts'
import css from './map-controls.module.css'
import { MapSearch } from './map-search.tsx'
import type { MapWatch } from './map-watch.ts'
import { ownPlaceLayers } from './own-place.ts'
import { OwnPlaceNote } from './own-place-note.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useOwnPlace } from './use-own-place.ts'

export interface MapControlsProps {
  kind: 'full' | 'small'
  indoor: boolean
  label: string
  host: MapHost
  /** Whether the map stands. */
  open: boolean
  /** There is no map, and nothing to search on. */
  failed: boolean
  settings: MapSettings
  chosen: ChosenMap
  watch: MapWatch
  full: boolean
  onFull: (full: boolean) => void
  /** Puts the map's own layers, their ids beginning with `OWN_LAYER`. */
  onLay: (layers: Layers) => void
}

export function MapControls(props: MapControlsProps) {
  const { kind, indoor, label, host, open, failed, settings, chosen, watch, full, onFull, onLay } = props
  const { t } = useLingui()
  const [panel, setPanel] = useState<'city' | 'map'>()
  const [found, setFound] = useState<FoundPlace>()
  const fullScreen = useFullScreen(full, onFull)
  const own = useOwnPlace(host)
  const colours = useMapColours()
  const large = kind === 'full' && !indoor
  const ownLabel = t`You are here`
  useEffect(
    () =>
      onLay({
        ...(own.place && ownPlaceLayers(own.place, colours, ownLabel)),
        ...(found && foundLayer(found, colours)),
      }),
    [onLay, own.place, found, colours, ownLabel],
  )
  const zoomBy = (step: number) => host.look({ zoom: host.camera().zoom + step }, { animate: true })
  const toggle = (which: 'city' | 'map') => setPanel(panel === which ? undefined : which)
  const choice = useMemo(() => isChoice(settings, chosen), [settings, chosen])
  const show = (place: FoundPlace | undefined) => {
    setFound(place)
    if (place) host.look({ centre: place.at, zoom: place.zoom }, { animate: true })
  }
  return (
    <>
      {large && !failed && (
        <Row
          align="stretch"
          gap={2}
          still
          insetX="12px calc(24px + var(--gh-target))"
          insetY="12px auto"
          z={3}
          absolute
          className={css.top}
        >
          <MapSearch host={host} onChoose={show} />
          <Column rigid ground="surface" edge="strong" round="control" floating hidden>
            <IconButton
              icon="building"
              label={t`Go to a city`}
              expanded={panel === 'city'}
              onClick={() => toggle('city')}
            />
          </Column>
        </Row>
      )}
      <FieldGroup column gap={2} insetX="auto 12px" insetY="12px auto" z={2} absolute aria-label={label}>
        <Column rigid ground="surface" edge="strong" round="control" floating hidden>
          <IconButton icon="plus" label={t`Zoom in`} disabled={!open} onClick={() => zoomBy(1)} />
          <IconButton icon="minus" label={t`Zoom out`} disabled={!open} onClick={() => zoomBy(-1)} />
        </Column>
        {large && (
          <Column rigid ground="surface" edge="strong" round="control" floating hidden>
            <IconButton
              icon="locate"
              label={own.place ? t`Hide my location` : t`Show my location`}
              pressed={own.place !== undefined}
              disabled={own.asking}
              onClick={own.toggle}
            />
            {choice && (
              <IconButton
                icon="layers"
                label={t`Choose the map`}
                expanded={panel === 'map'}
                onClick={() => toggle('map')}
              />
            )}
          </Column>
        )}
        <Column rigid ground="surface" edge="strong" round="control" floating hidden>
          <IconButton
            icon={full ? 'shrink' : 'expand'}
            label={full ? t`Leave full screen` : t`Full screen`}
            pressed={full}
            onClick={fullScreen.toggle}
          />
        </Column>
      </FieldGroup>
      {panel === 'city' && <CityPanel host={host} onClose={() => setPanel(undefined)} />}
      {panel === 'map' && (
        <MapChoicePanel
          host={host}
          settings={settings}
          chosen={chosen}
          watch={watch}
          onClose={() => setPanel(undefined)}
        />
      )}
      <OwnPlaceNote asking={own.asking} fault={own.fault} onClose={own.close} />
    </>
  )
}

const foundLayer = ({ name, at }: FoundPlace, colours: MapColours): Layers => ({
  'map:found': {
    kind: 'markers',
    markers: [
      {
        id: 'found',
        at,
        label: name,
        caption: name,
        look: { shape: 'diamond', colour: colours.accent },
        size: 18,
      },
    ],
  },
})
