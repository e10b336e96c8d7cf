// Words and looks of what is kept about a monitored person: devices worn, authorisations, conditions, permits.
import { msg } from '@lingui/core/macro'
import {
  authorisation,
  supervisionCondition,
  supervisionPermit,
  wearing,
} from '../../domain/supervision/records.ts'
import { MomentControl, TimeControl } from '../../resource/date-fields.tsx'
import { type View, viewOf } from '../../resource/view.ts'
import { DaysField, ZoneField } from '../../resource/week-fields.tsx'
import { tenantZone } from '../../resource/zone.ts'
import { formatMoment } from '../../ui/locale.ts'
import { ConditionsField } from './conditions-field.tsx'
import { conditionWords } from './supervision-words.ts'

/** Whom it is about stands on the page that the form is opened from. */
const given = () => null
const AT_A_FENCE = ['curfew', 'inclusion', 'exclusion']

export const wearingView: View = viewOf(wearing, {
  title: msg`Devices worn`,
  titleOne: msg`Device worn`,
  icon: 'ankle',
  columns: [
    { of: 'deviceName', label: msg`Device`, type: 'name', width: 160 },
    { of: 'personName', label: msg`Person`, width: 140 },
    { of: 'wornFrom', label: msg`From`, type: 'date', width: 160, text: value => formatMoment(value) },
    { of: 'wornUntil', label: msg`Until`, type: 'date', width: 160, text: value => formatMoment(value) },
    { of: 'givenBy', label: msg`Handed over by`, width: 120 },
    { of: 'note', label: msg`Note`, width: 160 },
  ],
  card: { icon: () => 'ankle', title: 'deviceName', detail: ['wornFrom', 'wornUntil', 'givenBy'] },
})

export const authorisationView: View = viewOf(authorisation, {
  title: msg`Authorisations`,
  titleOne: msg`Authorisation`,
  icon: 'report',
  add: msg`Enter an authorisation`,
  editable: () => false,
  columns: [
    { of: 'basis', label: msg`Basis`, type: 'name', width: 180 },
    { of: 'approver', label: msg`Approved by`, width: 140 },
    { of: 'validFrom', label: msg`From`, width: 110 },
    { of: 'validUntil', label: msg`Until`, width: 110 },
    { of: 'enteredBy', label: msg`Entered by`, width: 120 },
    { of: 'personName', label: msg`Person`, width: 140 },
  ],
  card: { icon: () => 'report', title: 'basis', detail: ['validFrom', 'validUntil', 'approver'] },
  form: [
    { of: 'personId', label: msg`Person`, render: given },
    { of: 'basis', label: msg`Basis`, hint: msg`Number and date of the decision` },
    { of: 'approver', label: msg`Approved by` },
    { of: 'validFrom', label: msg`From`, kind: 'date' },
    { of: 'validUntil', label: msg`Until`, kind: 'date' },
  ],
})

export const conditionView: View = viewOf(supervisionCondition, {
  title: msg`Conditions`,
  titleOne: msg`Condition`,
  icon: 'fence',
  add: msg`Add a condition`,
  removeQuestion: msg`Delete the condition?`,
  columns: [
    { of: 'kind', label: msg`Condition`, width: 140 },
    { of: 'fenceName', label: msg`Geofence`, width: 160 },
    { of: 'personName', label: msg`Person`, width: 140 },
  ],
  card: { icon: () => 'fence', title: 'kind', detail: ['fenceName'] },
  words: { kind: conditionWords },
  initial: { kind: 'curfew', days: [], zone: 'Asia/Shanghai' },
  form: [
    { of: 'personId', label: msg`Person`, render: given },
    { of: 'kind', label: msg`Condition` },
    {
      of: 'fenceId',
      label: msg`Geofence`,
      when: ({ kind }) => kind !== undefined && AT_A_FENCE.includes(kind),
    },
    { of: 'minBattery', label: msg`Charge when below`, unit: '%', when: ({ kind }) => kind === 'charging' },
    { of: 'days', label: msg`Days`, render: control => <DaysField control={control} /> },
    {
      of: 'fromMinute',
      label: msg`From`,
      when: ({ kind }) => kind !== 'checkIn',
      render: control => <TimeControl control={control} />,
    },
    {
      of: 'untilMinute',
      label: msg`Until; if earlier, next day`,
      render: control => <TimeControl control={control} />,
    },
    { of: 'zone', label: msg`Time zone`, render: control => <ZoneField control={control} /> },
  ],
})

export const permitView: View = viewOf(supervisionPermit, {
  title: msg`Permits`,
  titleOne: msg`Permit`,
  icon: 'check',
  add: msg`Give a permit`,
  removeQuestion: msg`Withdraw the permit?`,
  columns: [
    { of: 'reason', label: msg`Reason`, type: 'name', width: 180 },
    { of: 'startsAt', label: msg`From`, type: 'date', width: 160, text: value => formatMoment(value) },
    { of: 'endsAt', label: msg`Until`, type: 'date', width: 160, text: value => formatMoment(value) },
    { of: 'givenBy', label: msg`Given by`, width: 120 },
    { of: 'personName', label: msg`Person`, width: 140 },
  ],
  card: { icon: () => 'check', title: 'reason', detail: ['startsAt', 'endsAt', 'givenBy'] },
  form: [
    { of: 'personId', label: msg`Person`, render: given },
    {
      of: 'conditionIds',
      label: msg`Conditions that are suspended`,
      render: control => <ConditionsField control={control} />,
    },
    { of: 'startsAt', label: msg`From`, render: control => <MomentControl control={control} required /> },
    { of: 'endsAt', label: msg`Until`, render: control => <MomentControl control={control} required /> },
    { of: 'reason', label: msg`Reason`, kind: 'textarea' },
  ],
})

/** A new condition is by the clocks of the tenant. */
export const newConditionView = (): View => ({
  ...conditionView,
  initial: { ...conditionView.initial, zone: tenantZone() },
})
