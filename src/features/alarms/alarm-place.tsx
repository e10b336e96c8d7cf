// Alarms on a map: where one was raised, and where all those are that are still open.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import type { Severity } from '../../domain/alarm/alarm-types.ts'
import { PlaceMap, type ShownPlace } from '../../resource/map/place-map.tsx'
import { pageOptions } from '../../resource/query.ts'
import { look } from '../../ui/kit/look.ts'
import { Box, Stack } from '../../ui/kit/parts.tsx'
import { mapPath, useGo } from './alarm-links.tsx'
import css from './alarm-place.module.css'
import type { AlarmRow } from './alarm-row.ts'
import { typeWords } from './alarm-words.ts'
import { feedQuery, type LiveSearch } from './live-search.ts'

const looks: Record<Severity, NonNullable<ShownPlace['look']>> = {
  critical: { shape: 'diamond', colour: 'critical' },
  warning: { shape: 'filled', colour: 'warning' },
  attention: { shape: 'filled', colour: 'attention' },
  info: { shape: 'ring', colour: 'info' },
}

const placeOf = ({ latitude, longitude }: AlarmRow) =>
  latitude == null || longitude == null ? undefined : { latitude, longitude }

/** Where one alarm was raised; nothing where its place is not known. */
export function AlarmPlace({ row }: { row: AlarmRow }) {
  const { i18n, t } = useLingui()
  const go = useGo()
  const { id, type, severity } = row
  const label = i18n._(typeWords[type])
  const [latitude, longitude] = [row.latitude, row.longitude]
  const places = useMemo<readonly ShownPlace[]>(
    () =>
      latitude == null || longitude == null
        ? []
        : [{ id: String(id), label, at: { latitude, longitude }, look: looks[severity] }],
    [id, label, latitude, longitude, severity],
  )
  if (places.length === 0) return null
  return (
    <Stack as="figure" gap={2}>
      <PlaceMap places={places} label={t`Where the alarm was raised`} />
      <figcaption>
        <a className={look({ size: 'small', tone: 'accent' })} {...go(mapPath(row))}>
          <Trans>See where the device is now</Trans>
        </a>
      </figcaption>
    </Stack>
  )
}

interface AlarmsMapProps {
  search: LiveSearch
  /** Pixels. */
  height?: number
}

/** All alarms that are still to be done; a click opens one. */
export function AlarmsMap({ search, height = 320 }: AlarmsMapProps) {
  const { i18n, t } = useLingui()
  const navigate = useNavigate()
  const { data } = useQuery(pageOptions(alarm, feedQuery(search)))
  const places = useMemo<readonly ShownPlace[]>(
    () =>
      (data?.list ?? []).flatMap(row => {
        const at = row.status === 'handled' ? undefined : placeOf(row)
        const label = i18n._(typeWords[row.type])
        return at ? [{ id: String(row.id), label, at, look: looks[row.severity] }] : []
      }),
    [data, i18n],
  )
  if (places.length === 0) return null
  return (
    <PlaceMap
      places={places}
      label={t`Map of the open alarms`}
      height={height}
      selected={search.open === undefined ? undefined : String(search.open)}
      // Log and feed both read the open alarm from their address.
      onPick={id =>
        void navigate({
          to: '.',
          search: before => ({ ...before, open: Number(id) }),
          replace: true,
        })
      }
    />
  )
}

const every: LiveSearch = { severity: undefined, place: undefined, open: undefined }
const LOG_PIXELS = 480

/** The map beside the log while no alarm is open there. */
export function AlarmsAside() {
  return (
    <Box rigid padY={5} w="min(440px, 36vw)" className={css.beside}>
      <AlarmsMap search={every} height={LOG_PIXELS} />
    </Box>
  )
}
