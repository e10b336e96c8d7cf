// Every position of one device, drawn only where one looks; a row leads to its moment.
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { sourceOf } from '../../../domain/track/columns.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { Box } from '../../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import type { ShownTrack } from './shown-track.ts'
import { distanceText, durationText, speedText } from './track-texts.ts'

interface PointsTableProps {
  tracks: readonly ShownTrack[]
  onPick: (moment: number) => void
}

interface PointRow {
  index: number
  at: number
  latitude: number
  longitude: number
  accuracy: number
  source: string
  /** To the next point. */
  interval: number
  distance: number
  speed: number
}

export function PointsTable({ tracks, onPick }: PointsTableProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const [chosen, setChosen] = useState<string>()
  const shown = tracks.find(({ imei }) => imei === chosen) ?? tracks[0]
  const rows = useMemo(() => (shown ? rowsOf(shown) : []), [shown])
  const columns = useMemo<readonly Column<PointRow>[]>(() => {
    const degrees = numberFormat(locale, { minimumFractionDigits: 5, maximumFractionDigits: 5 })
    return [
      {
        name: 'at',
        title: t`Time`,
        width: 165,
        fixed: 'left',
        render: at => <bdi dir="ltr">{formatMoment(at)}</bdi>,
      },
      {
        name: 'speed',
        title: t`Speed`,
        width: 90,
        align: 'end',
        render: speed => <bdi>{speedText(locale, speed)}</bdi>,
      },
      {
        name: 'distance',
        title: t`To the next`,
        width: 100,
        align: 'end',
        render: metres => <bdi>{distanceText(locale, metres)}</bdi>,
      },
      {
        name: 'interval',
        title: t`After`,
        width: 90,
        align: 'end',
        render: ms => <bdi>{durationText(locale, ms)}</bdi>,
      },
      {
        name: 'latitude',
        title: t`Latitude`,
        width: 100,
        align: 'end',
        render: value => degrees.format(value),
      },
      {
        name: 'longitude',
        title: t`Longitude`,
        width: 105,
        align: 'end',
        render: value => degrees.format(value),
      },
      {
        name: 'accuracy',
        title: t`Accuracy`,
        width: 90,
        align: 'end',
        render: metres => (metres > 0 ? <bdi>{distanceText(locale, metres)}</bdi> : '—'),
      },
      { name: 'source', title: t`Source`, width: 80, render: source => source || '—' },
    ]
  }, [t, locale])
  return (
    <Box column gap={2} mih={360} flex="1 0 360px">
      {tracks.length > 1 && (
        <Select
          aria-label={t`Device`}
          allowDeselect={false}
          value={shown?.imei ?? null}
          data={tracks.map(({ imei, name }) => ({ value: imei, label: name || imei }))}
          onChange={imei => setChosen(imei ?? undefined)}
        />
      )}
      <DataTable
        fill
        label={t`Positions`}
        columns={columns}
        rows={rows}
        rowKey={row => String(row.index)}
        onOpen={row => onPick(row.at)}
      />
    </Box>
  )
}

const sources: Record<string, string> = { gps: 'GPS', lbs: 'LBS', wifi: 'Wi-Fi', uwb: 'UWB' }

function rowsOf({ track, steps }: ShownTrack): PointRow[] {
  return Array.from({ length: track.times.length }, (_, index) => ({
    index,
    at: track.times[index] ?? 0,
    latitude: track.latitudes[index] ?? 0,
    longitude: track.longitudes[index] ?? 0,
    accuracy: track.accuracies[index] ?? 0,
    source: sources[sourceOf(track.sources[index]) ?? ''] ?? '',
    interval: steps.intervalTime[index] ?? 0,
    distance: steps.nextDistance[index] ?? 0,
    speed: steps.nextSpeed[index] ?? 0,
  }))
}
