// Words and looks of the newest readings: one row a device, one column a reading.
import { msg } from '@lingui/core/macro'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { latestReading } from '../../../domain/device/latest-reading.ts'
import { type ReadingKind, readingKinds } from '../../../domain/device/readings.ts'
import { kindWords } from '../../../resource/device-kind-words.ts'
import { type View, viewOf } from '../../../resource/view.ts'
import { readingWords, stateWords } from '../device-words.ts'
import { LatestPeek } from './latest-peek.tsx'
import { ReadingCell } from './reading-cell.tsx'
import type { ProductReading } from './reading-facts.ts'

/** In the table of all kinds the others are chosen by hand. */
const usual: readonly ReadingKind[] = [
  'heartRate',
  'bloodOxygen',
  'bodyTemperature',
  'ambientTemperature',
  'gas',
  'smoke',
  'waterPressure',
  'voltage',
  'current',
  'energy',
  'battery',
  'signal',
]

interface Shown {
  /** Only these readings have a column; all of them when absent. */
  kinds?: readonly ReadingKind[] | undefined
  models: readonly ProductReading[]
  /** For the icon of an empty table. */
  device?: DeviceKind | undefined
}

export function latestView({ kinds, models, device }: Shown): View {
  return viewOf(latestReading, {
    title: kinds
      ? msg({ context: 'page', message: 'Readings by category' })
      : msg({ context: 'page', message: 'Latest readings' }),
    titleOne: msg`Device`,
    icon: device ? kindWords[device].icon : 'thermometer',
    identifier: 'imei',
    empty: {
      title: msg`No readings yet`,
      why: msg`A device appears here as soon as it is added; its readings come with its messages.`,
      icon: 'thermometer',
    },
    columns: [
      {
        of: 'name',
        label: msg`Name`,
        type: 'name',
        icon: row => kindWords[row.kind].icon,
        width: 148,
        fixed: 'left',
        required: true,
      },
      { of: 'state', label: msg`State`, width: 118 },
      { of: 'wearerName', label: msg`Wearer`, width: 84, quiet: true, hidden: kinds !== undefined },
      ...(kinds ?? readingKinds).map(kind => ({
        of: kind,
        label: readingWords[kind],
        width: kind === 'energy' || kind === 'waterVolume' ? 128 : 112,
        align: 'end' as const,
        hidden: !kinds && !usual.includes(kind),
        render: (value: number | null, row: Parameters<typeof ReadingCell>[0]['row']) =>
          value === null ? undefined : <ReadingCell kind={kind} value={value} row={row} models={models} />,
      })),
      { of: 'measuredAt', label: msg`Measured`, type: 'age', width: 116, align: 'end', quiet: true },
      { of: 'installLocation', label: msg`Place`, width: 140, quiet: true },
      { of: 'kind', label: msg`Type`, width: 130, quiet: true, hidden: true },
      { of: 'imei', label: msg`IMEI`, width: 150, quiet: true, hidden: true },
      { of: 'categoryName', label: msg`Category`, width: 120, quiet: true, hidden: true },
      { of: 'groupName', label: msg`Group`, width: 120, quiet: true, hidden: true },
      { of: 'departmentName', label: msg`Department`, width: 120, quiet: true, hidden: true },
    ],
    card: {
      icon: row => kindWords[row.kind].icon,
      title: 'name',
      state: 'state',
      detail: ['wearerName', 'installLocation'],
      age: 'measuredAt',
    },
    words: { state: stateWords, kind: kindWords },
    filters: {
      kind: msg`Type`,
      state: msg`State`,
      name: msg`Name`,
      imei: msg`IMEI`,
      groupId: msg`Group`,
      departmentId: msg`Department`,
      categoryId: msg`Category`,
      measuredAt: msg`Measured`,
    },
    fullPage: row => `/DeviceDtail?imei=${row.imei}`,
    slots: { peek: ({ row }) => <LatestPeek row={row} models={models} /> },
  })
}
