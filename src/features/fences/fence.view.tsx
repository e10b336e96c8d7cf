// Words and looks of fences: list, panel, form, what can be done with them.

import { msg } from '@lingui/core/macro'
import { DEFAULT_RADIUS, fence } from '../../domain/fence/fence.ts'
import { TimeControl } from '../../resource/date-fields.tsx'
import { type View, viewOf } from '../../resource/view.ts'
import { DaysField, ZoneField } from '../../resource/week-fields.tsx'
import { tenantZone } from '../../resource/zone.ts'
import { numberFormat } from '../../ui/locale.ts'
import { FenceBadges, FenceLinks } from './fence-badges.tsx'
import { FencePeek } from './fence-peek.tsx'
import { FencePreview } from './fence-preview.tsx'
import { infoPath } from './fence-search.ts'
import { shapeWords, statusWords, typeWords } from './fence-words.ts'
import { NameField } from './name-field.tsx'

/** What the form carries along without showing it: it is drawn, not typed. */
const drawn = () => null

export const fenceView: View = viewOf(fence, {
  title: msg({ context: 'page', message: 'Geofences' }),
  titleOne: msg`Geofence`,
  icon: 'fence',
  nameOf: 'name',
  add: msg`Draw a geofence`,
  removeQuestion: msg`Delete the geofence?`,
  empty: {
    title: msg`No geofences yet`,
    why: msg`A geofence tells you when devices leave or enter a place. Draw one on the map.`,
    icon: 'fence',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', width: 190, fixed: 'left', required: true },
    { of: 'status', label: msg`Status`, width: 126 },
    { of: 'type', label: msg`Type`, width: 140 },
    { of: 'shape', label: msg`Shape`, width: 100 },
    { of: 'deviceCount', label: msg`Devices`, type: 'number', align: 'end', width: 124 },
    {
      of: 'insideCount',
      label: msg`Inside now`,
      type: 'number',
      align: 'end',
      width: 110,
      // On a card two bare figures say nothing.
      text: (value, locale, { deviceCount }, i18n) => {
        const [inside, all] = [numberFormat(locale).format(value), numberFormat(locale).format(deviceCount)]
        return i18n._(msg`${inside} of ${all} inside`)
      },
    },
    { of: 'lastEventAt', label: msg`Last event`, type: 'age', width: 160 },
    { of: 'groupNames', label: msg`Groups`, type: 'list', width: 160, quiet: true },
    { of: 'description', label: msg`Description`, width: 200, quiet: true },
    { of: 'alarmOnExit', label: msg`Alarm when left`, type: 'yesNo', width: 140, hidden: true },
    { of: 'alarmOnEntry', label: msg`Alarm when entered`, type: 'yesNo', width: 150, hidden: true },
    { of: 'radius', label: msg`Radius (m)`, type: 'number', align: 'end', width: 110, hidden: true },
    { of: 'longitude', label: msg`Longitude`, width: 120, hidden: true },
    { of: 'latitude', label: msg`Latitude`, width: 120, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, hidden: true },
  ],
  card: {
    icon: row => shapeWords[row.shape].icon,
    title: 'name',
    state: 'status',
    detail: ['type', 'insideCount'],
    age: 'lastEventAt',
  },
  words: { type: typeWords, shape: shapeWords, status: statusWords },
  filters: { type: msg`Type`, shape: msg`Shape`, status: msg`Status` },
  form: [
    { of: 'name', label: msg`Name`, render: control => <NameField control={control} /> },
    { of: 'type', label: msg`Type` },
    { of: 'status', label: msg`Status` },
    { of: 'description', label: msg`Description`, kind: 'textarea' },
    {
      title: msg`What raises an alarm`,
      fields: [
        { of: 'alarmOnExit', label: msg`When a device leaves` },
        { of: 'alarmOnEntry', label: msg`When a device enters` },
        {
          of: 'delaySeconds',
          label: msg`Only after`,
          unit: 's',
          hint: msg`How long a device must be on the other side, so that jitter at the edge does not count`,
        },
        {
          of: 'dwellMinutes',
          label: msg`Dwelling after`,
          unit: 'min',
          hint: msg`Time inside before an alarm, unless entering raised one already. Empty: never.`,
        },
      ],
    },
    {
      title: msg`Which devices`,
      fields: [
        {
          of: 'groupIds',
          label: msg`Groups`,
          hint: msg`All their devices, including those that join later. Single devices are bound on the page of the geofence.`,
        },
      ],
    },
    {
      title: msg`On which days, at which hours`,
      folded: true,
      fields: [
        { of: 'days', label: msg`Days`, render: control => <DaysField control={control} /> },
        { of: 'fromMinute', label: msg`From`, render: control => <TimeControl control={control} /> },
        {
          of: 'untilMinute',
          label: msg`Until; if earlier, next day`,
          render: control => <TimeControl control={control} />,
        },
        { of: 'zone', label: msg`Time zone`, render: control => <ZoneField control={control} /> },
      ],
    },
    { of: 'shape', label: msg`Shape`, render: drawn },
    {
      of: 'radius',
      label: msg`Radius`,
      kind: 'decimal',
      unit: 'm',
      when: values => values.shape === 'circle',
    },
    {
      of: 'longitude',
      label: msg`Longitude`,
      kind: 'coordinate',
      unit: '°',
      when: values => values.shape === 'circle',
    },
    {
      of: 'latitude',
      label: msg`Latitude`,
      kind: 'coordinate',
      unit: '°',
      when: values => values.shape === 'circle',
    },
  ],
  initial: {
    type: 'electronic',
    shape: 'circle',
    status: 'enabled',
    radius: DEFAULT_RADIUS,
    alarmOnExit: true,
    alarmOnEntry: false,
    delaySeconds: 30,
    days: [],
    get zone() {
      return tenantZone()
    },
    groupIds: [],
  },
  actions: {
    enable: {
      label: msg`Enable`,
      icon: 'check',
      primary: true,
      done: msg`The geofence is enabled`,
    },
    disable: {
      label: msg`Disable`,
      icon: 'pause',
      primary: true,
      done: msg`The geofence is disabled`,
    },
  },
  fullPage: row => infoPath(row.id),
  slots: {
    badges: ({ row }) => <FenceBadges fence={row} />,
    actions: ({ row }) => <FenceLinks fence={row} />,
    peek: ({ row }) => <FencePeek fence={row} />,
    formExtra: ({ row, values }) => <FencePreview row={row} values={values} />,
  },
})
