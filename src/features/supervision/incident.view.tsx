// Words and looks of incidents.
import { msg } from '@lingui/core/macro'
import { incident } from '../../domain/supervision/records.ts'
import { viewOf } from '../../resource/view.ts'
import { incidentStateWords, kindWords, levelWords, outcomeWords } from './supervision-words.ts'

const note = { of: 'note', label: msg`What was done`, kind: 'textarea' } as const

export const incidentView = viewOf(incident, {
  title: msg`Incidents`,
  titleOne: msg`Incident`,
  icon: 'alert',
  nameOf: 'personName',
  empty: { title: msg`No incidents`, icon: 'check' },
  columns: [
    { of: 'raisedAt', label: msg`Time`, type: 'date', width: 170 },
    { of: 'kind', label: msg`What`, width: 160 },
    { of: 'personName', label: msg`Person`, type: 'name', width: 140 },
    { of: 'level', label: msg`Level`, width: 110 },
    { of: 'state', label: msg`State`, width: 140 },
    { of: 'dueAt', label: msg`Next step due`, type: 'due', width: 140 },
    { of: 'times', label: msg`Times`, type: 'number', align: 'end', width: 80 },
    { of: 'handledBy', label: msg`Handled by`, width: 120 },
    { of: 'outcome', label: msg`Outcome`, width: 140 },
  ],
  card: {
    icon: row => kindWords[row.kind].icon ?? 'alert',
    title: 'kind',
    state: 'state',
    detail: ['handledBy'],
    age: 'raisedAt',
  },
  words: { kind: kindWords, state: incidentStateWords, level: levelWords, outcome: outcomeWords },
  filters: { kind: msg`What`, level: msg`Level`, raisedAt: msg`Time` },
  actions: {
    acknowledge: { label: msg`Acknowledge`, icon: 'check', primary: true },
    contact: { label: msg`Note a contact`, icon: 'phone', primary: true, input: [note] },
    dispatch: { label: msg`Send somebody`, icon: 'forward', input: [note] },
    close: {
      label: msg`Close`,
      icon: 'close',
      input: [
        {
          of: 'outcome',
          label: msg`Outcome`,
          options: Object.entries(outcomeWords).map(([value, label]) => ({ value, label })),
        },
        note,
      ],
    },
  },
})
