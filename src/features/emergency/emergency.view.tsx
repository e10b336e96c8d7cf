// Words and looks of emergencies.
import { msg } from '@lingui/core/macro'
import { emergency } from '../../domain/emergency/emergency.ts'
import { viewOf } from '../../resource/view.ts'
import { EmergencyPeek } from './emergency-peek.tsx'
import { emergencyPath, kindWords, severityWords, stateWords } from './emergency-words.ts'

export const emergencyView = viewOf(emergency, {
  title: msg({ context: 'page', message: 'Emergencies' }),
  titleOne: msg`Emergency`,
  icon: 'alert',
  nameOf: 'title',
  add: msg`Open an emergency`,
  removeQuestion: msg`Delete the emergency? Only one without entries can be deleted.`,
  draft: true,
  empty: {
    title: msg`No emergencies`,
    why: msg`Open one when several alarms, calls or people belong to the same event, or for a drill.`,
    icon: 'alert',
  },
  columns: [
    {
      of: 'title',
      label: msg`Title`,
      type: 'name',
      icon: () => 'alert',
      width: 240,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'severity', label: msg`Severity`, width: 110 },
    { of: 'kind', label: msg({ context: 'emergency', message: 'Kind' }), width: 90 },
    { of: 'place', label: msg`Place`, width: 180 },
    { of: 'ownerName', label: msg`Owner`, width: 140 },
    { of: 'startedAt', label: msg`Started at`, type: 'date', width: 170 },
    { of: 'closedAt', label: msg`Closed at`, type: 'date', width: 170, quiet: true },
    { of: 'lines', label: msg`Entries`, type: 'number', align: 'end', width: 90, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true },
    { of: 'finding', label: msg`What was found`, width: 240, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'alert',
    title: 'title',
    state: 'state',
    detail: ['severity', 'place', 'ownerName'],
    age: 'startedAt',
  },
  words: { state: stateWords, severity: severityWords, kind: kindWords },
  filters: {
    title: msg`Title`,
    state: msg`State`,
    kind: msg({ context: 'emergency', message: 'Kind' }),
    severity: msg`Severity`,
    departmentId: msg`Department`,
    startedAt: msg`Started at`,
  },
  editable: row => row.state !== 'closed',
  initial: { kind: 'real', severity: 'critical' },
  form: [
    { of: 'title', label: msg`Title`, hint: msg`What happened, where` },
    { of: 'kind', label: msg({ context: 'emergency', message: 'Kind' }) },
    { of: 'severity', label: msg`Severity` },
    { of: 'departmentId', label: msg`Department`, hint: msg`Who may see this department sees the emergency` },
    { of: 'place', label: msg`Place` },
    {
      title: msg`Point and radius`,
      folded: true,
      fields: [
        { of: 'latitude', label: msg`Latitude`, kind: 'coordinate' },
        { of: 'longitude', label: msg`Longitude`, kind: 'coordinate' },
        { of: 'radius', label: msg`Radius`, kind: 'integer', unit: 'm' },
      ],
    },
  ],
  actions: {
    stabilise: {
      label: msg`Stabilise`,
      icon: 'shield',
      bulk: false,
      input: [{ of: 'text', label: msg`Why it is stable`, kind: 'textarea' }],
    },
    close: {
      label: msg({ context: 'emergency', message: 'Close' }),
      icon: 'check',
      bulk: false,
      input: [{ of: 'finding', label: msg`What was found`, kind: 'textarea' }],
    },
    reopen: {
      label: msg`Reopen`,
      icon: 'undo',
      bulk: false,
      input: [{ of: 'text', label: msg`Why it is opened again`, kind: 'textarea' }],
    },
  },
  fullPage: row => emergencyPath(row.id),
  slots: { peek: ({ row }) => <EmergencyPeek row={row} /> },
})
