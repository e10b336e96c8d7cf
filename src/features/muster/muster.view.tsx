// Words and looks of roll calls: the list, and the form that starts one.
import { msg } from '@lingui/core/macro'
import { muster } from '../../domain/muster/muster.ts'
import { viewOf } from '../../resource/view.ts'
import { MusterPeek } from './muster-peek.tsx'
import { rollPath } from './muster-search.ts'
import { emptyPoint, PointsField } from './points-field.tsx'

export const musterView = viewOf(muster, {
  title: msg({ context: 'page', message: 'Roll calls' }),
  titleOne: msg`Roll call`,
  icon: 'users',
  add: msg`Start a roll call`,
  empty: {
    title: msg`No roll calls yet`,
    why: msg`Start one for a drill or a real evacuation. Who should be there is written down at that moment; wardens tick people on their phones, without a network too.`,
    icon: 'users',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'users', width: 220, required: true },
    { of: 'kind', label: msg`Kind`, width: 140 },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'placeName', label: msg`Place`, width: 160 },
    { of: 'startedAt', label: msg`Started`, type: 'date', width: 170 },
    { of: 'people', label: msg`On the roll`, type: 'number', align: 'end', width: 100 },
    { of: 'unaccounted', label: msg`Unaccounted for`, type: 'number', align: 'end', width: 120 },
    { of: 'startedByName', label: msg`Started by`, width: 130, quiet: true },
    { of: 'closedAt', label: msg`Closed`, type: 'date', width: 170, quiet: true },
    { of: 'closedByName', label: msg`Closed by`, width: 130, quiet: true },
    {
      of: 'leftOpen',
      label: msg`Unaccounted at the end`,
      type: 'number',
      align: 'end',
      width: 130,
      quiet: true,
    },
    { of: 'closeReason', label: msg`Reason for closing`, width: 200, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'users',
    title: 'name',
    state: 'state',
    detail: ['kind', 'placeName', 'unaccounted'],
    age: 'startedAt',
  },
  words: {
    kind: {
      drill: { label: msg({ context: 'roll call', message: 'Drill' }), tone: 'info' },
      real: { label: msg({ context: 'roll call', message: 'Real evacuation' }), tone: 'critical' },
    },
    state: {
      running: { label: msg({ context: 'roll call', message: 'Running' }), tone: 'attention' },
      closed: { label: msg({ context: 'roll call', message: 'Closed' }), tone: 'off' },
    },
  },
  filters: {
    name: msg`Name`,
    kind: msg`Kind`,
    state: msg`State`,
    startedAt: msg`Started`,
    departmentId: msg`Department`,
  },
  editable: () => false,
  initial: { points: [emptyPoint()] },
  fullPage: ({ id }) => rollPath(id),
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'kind', label: msg`Kind` },
    {
      of: 'departmentId',
      label: msg`Department`,
      hint: msg`Only people of this department and all below it. Empty: of all.`,
    },
    {
      of: 'communityId',
      label: msg`Community`,
      hint: msg`Choose one place: a community, a site, a geofence or a floor. None: wherever the tenant is.`,
    },
    { of: 'projectId', label: msg`Construction site` },
    { of: 'fenceId', label: msg`Geofence` },
    { of: 'drawingId', label: msg`Floor` },
    { of: 'points', label: msg`Gathering points`, render: control => <PointsField control={control} /> },
  ],
  slots: { peek: ({ row }) => <MusterPeek row={row} /> },
})
