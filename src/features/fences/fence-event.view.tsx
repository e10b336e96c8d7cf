// Words and looks of what happened at fences.
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { fenceEvent } from '../../domain/fence/fence.ts'
import { type View, viewOf } from '../../resource/view.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { EventPeek } from './event-peek.tsx'
import { eventWords } from './fence-words.ts'

export const fenceEventView: View = viewOf(fenceEvent, {
  title: msg`Entries and exits`,
  titleOne: msg`Geofence event`,
  icon: 'fence',
  nameOf: 'deviceName',
  identifier: 'imei',
  empty: {
    title: msg`Nothing has happened at a geofence yet`,
    why: msg`Entries, exits and dwelling appear here as positions arrive.`,
    icon: 'fence',
  },
  columns: [
    { of: 'at', label: msg`Time`, type: 'date', width: 170, fixed: 'left', required: true },
    { of: 'kind', label: msg`What`, width: 110 },
    {
      of: 'late',
      label: msg`Arrived late`,
      width: 110,
      quiet: true,
      // Empty for the usual event: only one that arrived late has a word.
      text: (late, _locale, _row, i18n) => (late ? i18n._(msg`Arrived late`) : ''),
    },
    { of: 'fenceName', label: msg`Geofence`, width: 170 },
    { of: 'deviceName', label: msg`Device`, type: 'name', width: 170 },
    { of: 'wearerName', label: msg`Person`, width: 120 },
    { of: 'imei', label: msg`IMEI`, width: 160, quiet: true },
    { of: 'since', label: msg`Inside since`, type: 'date', width: 170, quiet: true },
    { of: 'createdAt', label: msg`Arrived`, type: 'date', width: 170, hidden: true },
    { of: 'longitude', label: msg`Longitude`, width: 120, hidden: true },
    { of: 'latitude', label: msg`Latitude`, width: 120, hidden: true },
  ],
  card: {
    icon: row => eventWords[row.kind].icon,
    title: 'deviceName',
    state: 'kind',
    detail: ['fenceName', 'wearerName', 'late'],
    age: 'at',
  },
  words: { kind: eventWords },
  filters: { kind: msg`What`, imei: msg`IMEI`, fenceName: msg`Geofence`, at: msg`Period` },
  slots: {
    badges: ({ row }) =>
      row.late && (
        <SeverityBadge tone="attention" icon="clock">
          <Trans>Arrived late</Trans>
        </SeverityBadge>
      ),
    peek: ({ row }) => <EventPeek event={row} />,
  },
})
