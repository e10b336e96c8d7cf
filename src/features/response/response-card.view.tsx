// Words of response cards: the form with the steps, and what is asked before one is deleted.
import { msg } from '@lingui/core/macro'
import { responseCard } from '../../domain/response/response-card.ts'
import { iconOf, typeWords } from '../../resource/alarm-type-words.ts'
import { viewOf } from '../../resource/view.ts'
import { StepsField } from './steps-field.tsx'

export const responseCardView = viewOf(responseCard, {
  title: msg({ context: 'page', message: 'Response cards' }),
  titleOne: msg`Response card`,
  icon: 'list',
  add: msg`Add response card`,
  nameOf: 'type',
  removeQuestion: msg`Delete the response card? Alarms that go by it keep it. Later ones go by the next wider card, at last by the one as shipped.`,
  columns: [
    { of: 'type', label: msg`Alarm type`, width: 180, required: true },
    { of: 'departmentName', label: msg`Department`, width: 180 },
    { of: 'communityName', label: msg`Community`, width: 180 },
    { of: 'versionNumber', label: msg`Version`, type: 'number', width: 100, align: 'end' },
    { of: 'updatedAt', label: msg`Changed`, type: 'age', width: 120, align: 'end' },
  ],
  card: {
    icon: row => iconOf(row.type),
    title: 'type',
    state: 'versionNumber',
    detail: ['departmentName', 'communityName'],
    age: 'updatedAt',
  },
  words: { type: typeWords },
  filters: { type: msg`Alarm type`, departmentId: msg`Department`, communityId: msg`Community` },
  form: [
    { of: 'type', label: msg`Alarm type`, locked: true },
    {
      of: 'departmentId',
      label: msg`Department`,
      locked: true,
      hint: msg`It holds for devices of this department and all below it. Empty: everywhere.`,
    },
    {
      of: 'communityId',
      label: msg`Community`,
      locked: true,
      hint: msg`It holds for devices in this community. Choose a department or a community; the nearer card wins.`,
    },
    { of: 'steps', label: msg`Steps`, render: control => <StepsField control={control} /> },
  ],
})
