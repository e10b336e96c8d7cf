// What stands on a map's edges: zoom, full screen, and on a large map whatever else one does with it.
import { useLingui } from '@lingui/react/macro'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapSettings } from '../../platform/map/map-port.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ChosenMap } from './chosen-map.ts'
import type { Layers } from './lay-layers.ts'
import css from './map-controls.module.css'
import type { MapWatch } from './map-watch.ts'
import { useFullScreen } from './use-full-screen.ts'

export interface MapControlsProps {
  kind: 'full' | 'small'
  indoor: boolean
  label: string
  host: MapHost
  /** Whether the map stands. */
  open: boolean
  settings: MapSettings
  chosen: ChosenMap
  watch: MapWatch
  full: boolean
  onFull: (full: boolean) => void
  /** Puts the map's own layers, their ids beginning with `OWN_LAYER`. */
  onLay: (layers: Layers) => void
}

export function MapControls({ label, host, open, full, onFull }: MapControlsProps) {
  const { t } = useLingui()
  const fullScreen = useFullScreen(full, onFull)
  const zoomBy = (step: number) => host.look({ zoom: host.camera().zoom + step }, { animate: true })
  return (
    <div className={css.controls} role="toolbar" aria-label={label} aria-orientation="vertical">
      <div className={css.group}>
        <IconButton icon="plus" label={t`Zoom in`} disabled={!open} onClick={() => zoomBy(1)} />
        <IconButton icon="minus" label={t`Zoom out`} disabled={!open} onClick={() => zoomBy(-1)} />
      </div>
      <div className={css.group}>
        <IconButton
          icon={full ? 'shrink' : 'expand'}
          label={full ? t`Leave full screen` : t`Full screen`}
          pressed={full}
          onClick={fullScreen.toggle}
        />
      </div>
    </div>
  )
}
