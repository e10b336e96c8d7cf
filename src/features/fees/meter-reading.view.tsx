// Words and looks of readings.
import { msg } from '@lingui/core/macro'
import { meterReading } from '../../domain/fees/meter.ts'
import { PhotosField } from '../../resource/photos-field.tsx'
import { TodayField } from '../../resource/today-field.tsx'
import { viewOf } from '../../resource/view.ts'
import { DecimalField } from './decimal-field.tsx'
import { meterKindWords, readingStateWords, sourceWords } from './fee-words.ts'
import { MeterTabs } from './meter-tabs.tsx'
import { ReadingFacts } from './reading-facts.tsx'
import { unitsText } from './units-text.ts'

const figure = { align: 'end', width: 120, text: unitsText } as const
const rolledOver = { of: 'rollover', label: msg`The register rolled over`, kind: 'switch' } as const

export const meterReadingView = viewOf(meterReading, {
  title: msg`Readings of meters`,
  titleOne: msg`Reading`,
  icon: 'list',
  add: msg`Add reading`,
  nameOf: 'serial',
  removeQuestion: msg`Delete the reading? One that was billed can only be corrected.`,
  empty: {
    title: msg`Nothing was read yet`,
    why: msg`Readings come from the round, from a file, and from devices that count.`,
    icon: 'list',
  },
  columns: [
    { of: 'readOn', label: msg`Read on`, width: 120, fixed: 'left', required: true },
    {
      of: 'roomName',
      label: msg`Room`,
      type: 'name',
      icon: row => meterKindWords[row.kind].icon,
      width: 190,
    },
    { of: 'serial', label: msg`Meter number`, type: 'code', width: 150 },
    { of: 'before', label: msg`Before`, ...figure },
    { of: 'reading', label: msg`Reading`, ...figure },
    { of: 'consumed', label: msg`Consumed`, ...figure },
    { of: 'state', label: msg`State`, width: 140 },
    { of: 'source', label: msg`Source`, width: 130, quiet: true },
    { of: 'userName', label: msg`By`, width: 110, quiet: true },
    { of: 'kind', label: msg`Kind`, width: 110, quiet: true },
    { of: 'rollover', label: msg`Rolled over`, type: 'yesNo', width: 110, quiet: true, hidden: true },
    { of: 'reason', label: msg`Reason`, width: 180, quiet: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Arrived`, type: 'date', width: 170, quiet: true, hidden: true },
  ],
  card: {
    icon: row => meterKindWords[row.kind].icon,
    title: 'roomName',
    state: 'state',
    detail: ['readOn', 'reading', 'consumed'],
  },
  words: { kind: meterKindWords, state: readingStateWords, source: sourceWords },
  filters: {
    state: msg`State`,
    kind: msg`Kind`,
    readOn: msg`Read on`,
    roomName: msg`Room`,
    serial: msg`Meter number`,
    source: msg`Source`,
  },
  editable: () => false,
  form: [
    { of: 'meterId', label: msg`Meter number` },
    { of: 'readOn', label: msg`Read on`, render: control => <TodayField control={control} name="readOn" /> },
    {
      of: 'reading',
      label: msg`Reading`,
      render: control => <DecimalField control={control} name="reading" />,
    },
    rolledOver,
    { of: 'photos', label: msg`Photos`, render: control => <PhotosField control={control} /> },
    { of: 'note', label: msg`Note` },
  ],
  actions: {
    correct: {
      label: msg`Correct`,
      icon: 'edit',
      primary: true,
      bulk: false,
      input: [
        {
          of: 'reading',
          label: msg`Reading`,
          render: control => <DecimalField control={control} name="reading" />,
        },
        rolledOver,
        { of: 'reason', label: msg`Reason` },
      ],
      done: msg`Corrected. What it changes in bills is a line of the next one.`,
    },
  },
  slots: {
    listHeader: () => <MeterTabs current="readings" />,
    peek: ({ row }) => <ReadingFacts reading={row} />,
  },
})
