// Words and looks of the newest readings: one row a device, one column a reading.
import { msg } from '@lingui/core/macro'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { latestReading } from '../../../domain/device/latest-reading.ts'
import { type ReadingKind, readingKinds } from '../../../domain/device/readings.ts'
import { kindWords } from '../../../resource/device-kind-words.ts'
import { type View, viewOf } from '../../../resource/view.ts'
import { readingWords, stateWords } from '../device-words.ts'
import { LatestPeek } from './latest-peek.tsx'
import { type LatestRow, ReadingCell, ReadingSummary } from './reading-cell.tsx'
import type { ProductReading } from './reading-facts.ts'

interface Shown {
  /** Only these readings have a column; all of them when absent. */
  kinds?: readonly ReadingKind[] | undefined
  models: readonly ProductReading[]
  /** For the icon of an empty table. */
  device?: DeviceKind | undefined
  /** The categories stand above it. */
  tabs?: boolean
}

// With a tab for each category, the filter for kinds needs no counts and the category needs no chip.
const { countBy: _, ...uncounted } = latestReading

export function latestView({ kinds, models, device, tabs = false }: Shown): View {
  return viewOf(tabs ? uncounted : latestReading, {
    title: tabs
      ? msg({ context: 'page', message: 'Readings by category' })
      : msg({ context: 'page', message: 'Latest readings' }),
    titleOne: msg`Device`,
    icon: device ? kindWords[device].icon : 'thermometer',
    ...(tabs && { shownElsewhere: 'categoryId' }),
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
      ...(kinds
        ? []
        : [
            {
              of: 'settings' as const,
              label: msg`Readings`,
              // Of all readings at a glance; a file has them in columns of their own.
              type: 'img' as const,
              width: 300,
              render: (_: unknown, row: LatestRow) => <ReadingSummary row={row} models={models} />,
            },
          ]),
      { of: 'measuredAt', label: msg`Measured`, type: 'age', width: 116, align: 'end', quiet: true },
      { of: 'wearerName', label: msg`Wearer`, width: 84, quiet: true },
      ...(kinds ?? readingKinds).map(kind => ({
        of: kind,
        label: readingWords[kind],
        width: kinds || kind === 'energy' || kind === 'waterVolume' ? 148 : 116,
        align: 'end' as const,
        render: (value: number | null, row: LatestRow) =>
          value === null ? undefined : <ReadingCell kind={kind} value={value} row={row} models={models} />,
      })),
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
      // The card shows the reading in place of the connection state: its age says enough of that.
      state: kinds?.[0] ?? 'settings',
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
      ...(!tabs && { categoryId: msg`Category` }),
      measuredAt: msg`Measured`,
    },
    fullPage: row => `/DeviceDtail?imei=${row.imei}`,
    slots: { peek: ({ row }) => <LatestPeek row={row} models={models} /> },
  })
}
