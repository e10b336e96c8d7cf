// Which map and what lies under it: providers, grounds, and what is kept for the time without network.
import { Trans, useLingui } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { Ground, MapProvider, MapSettings } from '../../platform/map/map-port.ts'
import { Column } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import type { ChosenMap } from './chosen-map.ts'
import css from './map-choice-panel.module.css'
import { MapPanel } from './map-panel.tsx'
import type { MapWatch } from './map-watch.ts'

const KeptAreas = lazy(() => import('./kept-areas.tsx'))

/** Whether there is anything to choose. */
export const isChoice = (settings: MapSettings, { grounds }: ChosenMap): boolean =>
  settings.providers.length > 1 || grounds.length > 1 || settings.street !== undefined

export interface MapChoicePanelProps {
  host: MapHost
  settings: MapSettings
  chosen: ChosenMap
  watch: MapWatch
  onClose: () => void
}

export function MapChoicePanel({ host, settings, chosen, watch, onClose }: MapChoicePanelProps) {
  const { t } = useLingui()
  const providers: Record<MapProvider, string> = {
    maplibre: t`Built-in map`,
    amap: t`AMap`,
    google: t`Google Maps`,
  }
  const grounds: Record<Ground, [name: string, text: string]> = {
    street: [t`Streets`, t`The operator’s own map`],
    raster: [t`Map images`, t`From the address the operator configured`],
    offline: [t`World`, t`Comes with the console, works without network`],
    grid: [t`Metres`, ''],
  }
  return (
    <MapPanel title={t`Map`} onClose={onClose}>
      {settings.providers.length > 1 && (
        <Radio.Group
          label={t`Provider`}
          value={chosen.provider}
          onChange={value => {
            const provider = settings.providers.find(each => each === value)
            if (provider) chosen.setProvider(provider)
          }}
        >
          <Column gap={2} above={2}>
            {settings.providers.map(provider => (
              <Radio key={provider} value={provider} label={providers[provider]} />
            ))}
          </Column>
        </Radio.Group>
      )}
      {chosen.grounds.length > 1 && (
        <Radio.Group
          label={t`Ground`}
          value={chosen.ground}
          onChange={value => {
            const ground = chosen.grounds.find(each => each === value)
            if (ground) chosen.setGround(ground)
          }}
        >
          <Column gap={2} above={2}>
            {chosen.grounds.map(ground => (
              <Radio
                key={ground}
                value={ground}
                label={grounds[ground][0]}
                description={grounds[ground][1]}
              />
            ))}
          </Column>
        </Radio.Group>
      )}
      {settings.street && chosen.provider === 'maplibre' && (
        <Column as="section" gap={2} edgeAbove padAbove={3} className={css.kept}>
          <h4>
            <Trans>Without network</Trans>
          </h4>
          <Suspense fallback={<Loading variant="cards" count={1} />}>
            <KeptAreas
              host={host}
              watch={watch}
              url={settings.street.url}
              authorization={settings.authorization}
            />
          </Suspense>
        </Column>
      )}
    </MapPanel>
  )
}
