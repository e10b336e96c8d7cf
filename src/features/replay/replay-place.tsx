// A place and how far around it, pointed at on the map or typed.
import { Trans, useLingui } from '@lingui/react/macro'
import { NumberInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { MapLayer } from '../../platform/map/map-port.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import { MapView } from '../../resource/map/map-view.tsx'
import { Box, Column, Muted, Row } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import type { Around } from './replay-search.ts'

interface ReplayPlaceProps {
  around: Around | undefined
  onChange: (around: Around | undefined) => void
}

/** The widest is what the server takes. */
const RADII = [50, 100, 300, 1_000, 2_000]
const FIRST_RADIUS = 300
const HEIGHT = 300
const ZOOM = 16

export function ReplayPlace({ around, onChange }: ReplayPlaceProps) {
  const { t } = useLingui()
  const colours = useMapColours()
  const number = numberFormat(useIntlLocale(), { style: 'unit', unit: 'meter' })
  const [radiusMetres, setRadius] = useState(around?.radiusMetres ?? FIRST_RADIUS)
  const [longitude, setLongitude] = useState<number | string>(around?.longitude ?? '')
  const [latitude, setLatitude] = useState<number | string>(around?.latitude ?? '')
  const say = (next: { longitude: number | string; latitude: number | string; radiusMetres: number }) => {
    const { longitude: east, latitude: north } = next
    onChange(
      typeof east === 'number' && typeof north === 'number'
        ? { longitude: east, latitude: north, radiusMetres: next.radiusMetres }
        : undefined,
    )
  }
  const circle = useMemo<MapLayer>(
    () => ({
      kind: 'shapes',
      shapes: around
        ? [
            {
              id: 'around',
              form: { circle: around, radiusMetres: around.radiusMetres },
              colour: colours.accent,
            },
          ]
        : [],
    }),
    [around, colours],
  )
  return (
    <Column gap={2}>
      <Muted>
        <Trans>Point at the place on the map, or type where it is.</Trans>
      </Muted>
      <Box relative round="card" hidden edge="line" h={HEIGHT}>
        <Box over>
          <MapView
            label={t`Place that is replayed`}
            layers={{ circle }}
            {...(around && { camera: { centre: around, zoom: ZOOM } })}
            remember="timeMachine"
            controls="full"
            events={{
              pointed: at => {
                setLongitude(at.longitude)
                setLatitude(at.latitude)
                say({ ...at, radiusMetres })
              },
            }}
          />
        </Box>
      </Box>
      <Row wrap gap={2} align="end">
        <NumberInput
          label={t`Longitude`}
          {...{ value: longitude, min: -180, max: 180, decimalScale: 6, hideControls: true }}
          onChange={value => {
            setLongitude(value)
            say({ longitude: value, latitude, radiusMetres })
          }}
        />
        <NumberInput
          label={t`Latitude`}
          {...{ value: latitude, min: -90, max: 90, decimalScale: 6, hideControls: true }}
          onChange={value => {
            setLatitude(value)
            say({ longitude, latitude: value, radiusMetres })
          }}
        />
        <SegmentedFilter
          label={t`How far around it`}
          value={String(radiusMetres)}
          segments={RADII.map(metres => ({ value: String(metres), label: number.format(metres) }))}
          onChange={value => {
            setRadius(Number(value))
            say({ longitude, latitude, radiusMetres: Number(value) })
          }}
        />
      </Row>
    </Column>
  )
}
