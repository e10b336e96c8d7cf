// Words and looks of meters, and what is done with them.
import { msg } from '@lingui/core/macro'
import { meter } from '../../domain/fees/meter.ts'
import { PhotosField } from '../../resource/photos-field.tsx'
import { TodayField } from '../../resource/today-field.tsx'
import { type FieldControl, viewOf } from '../../resource/view.ts'
import { DecimalField } from './decimal-field.tsx'
import { meterKindWords, meterStateWords } from './fee-words.ts'
import { MeterPeek } from './meter-peek.tsx'
import { MeterTabs } from './meter-tabs.tsx'
import { unitsText } from './units-text.ts'

const figure = { align: 'end', width: 130, text: unitsText } as const
const decimal = (name: string) => (control: FieldControl) => <DecimalField control={control} name={name} />
const today = (name: string) => (control: FieldControl) => <TodayField control={control} name={name} />
const rolledOver = { of: 'rollover', label: msg`The register rolled over`, kind: 'switch' } as const
const finalReading = {
  of: 'finalReading',
  label: msg`Last reading`,
  render: decimal('finalReading'),
} as const

export const meterView = viewOf(meter, {
  title: msg({ context: 'page', message: 'Meters' }),
  titleOne: msg`Meter`,
  icon: 'bolt',
  add: msg`Add meter`,
  nameOf: 'serial',
  identifier: 'serial',
  removeQuestion: msg`Delete the meter? One that was read is taken out instead.`,
  empty: {
    title: msg`No meters yet`,
    why: msg`Add the meters of the rooms, or import them; then read them month by month.`,
    icon: 'bolt',
  },
  columns: [
    {
      of: 'roomName',
      label: msg`Room`,
      type: 'name',
      icon: row => meterKindWords[row.kind].icon,
      width: 190,
      fixed: 'left',
      required: true,
    },
    { of: 'kind', label: msg`Kind`, width: 120 },
    { of: 'serial', label: msg`Meter number`, type: 'code', width: 150 },
    { of: 'state', label: msg`State`, width: 150 },
    { of: 'lastReading', label: msg`Shows`, ...figure },
    { of: 'lastOn', label: msg`Read on`, width: 120 },
    { of: 'lastConsumed', label: msg`Consumed`, ...figure },
    { of: 'billedUntil', label: msg`Billed until`, width: 130, quiet: true },
    { of: 'communityName', label: msg`Community`, width: 140, quiet: true },
    { of: 'deviceName', label: msg`Device`, width: 150, quiet: true },
    { of: 'installedOn', label: msg`Installed on`, width: 130, quiet: true, hidden: true },
    { of: 'removedOn', label: msg`Taken out on`, width: 130, quiet: true, hidden: true },
    { of: 'multiplier', label: msg`Multiplier`, width: 110, align: 'end', quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: row => meterKindWords[row.kind].icon,
    title: 'roomName',
    state: 'state',
    detail: ['kind', 'lastReading', 'lastOn', 'serial'],
  },
  words: { kind: meterKindWords, state: meterStateWords },
  filters: { state: msg`State`, kind: msg`Kind`, communityId: msg`Community`, roomName: msg`Room` },
  initial: { kind: 'electricity', digits: 5, multiplier: 1, startReading: 0 },
  editable: row => row.state !== 'removed',
  form: [
    { of: 'roomId', label: msg`Room` },
    { of: 'kind', label: msg`Kind` },
    { of: 'serial', label: msg`Meter number` },
    {
      of: 'digits',
      label: msg`Digits before the decimal point`,
      kind: 'integer',
      hint: msg`After the last number the register begins at 0 again`,
    },
    { of: 'multiplier', label: msg`Multiplier`, kind: 'integer', hint: msg`Ratio of a transformer; else 1` },
    { of: 'startReading', label: msg`Reading at installation`, render: decimal('startReading') },
    { of: 'installedOn', label: msg`Installed on`, render: today('installedOn') },
    { of: 'deviceId', label: msg`Device`, hint: msg`A device of the fleet that counts the same` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    takeReading: {
      label: msg`Read`,
      icon: 'edit',
      primary: true,
      bulk: false,
      input: [
        { of: 'readOn', label: msg`Read on`, render: today('readOn') },
        { of: 'reading', label: msg`Reading`, render: decimal('reading') },
        rolledOver,
        { of: 'photos', label: msg`Photos`, render: control => <PhotosField control={control} /> },
        { of: 'note', label: msg`Note` },
      ],
      done: msg`Written down`,
    },
    takeFromDevice: { label: msg`Take from the device`, icon: 'download', done: msg`Written down` },
    replace: {
      label: msg`Replace`,
      icon: 'tool',
      bulk: false,
      input: [
        { of: 'on', label: msg`Replaced on`, render: today('on') },
        finalReading,
        rolledOver,
        { of: 'serial', label: msg`Number of the new meter` },
        { of: 'digits', label: msg`Digits before the decimal point`, kind: 'integer' },
        { of: 'multiplier', label: msg`Multiplier`, kind: 'integer' },
        { of: 'startReading', label: msg`The new meter shows`, render: decimal('startReading') },
      ],
      initial: { digits: 5, multiplier: 1, startReading: 0 },
      done: msg`The meter is replaced`,
    },
    takeOut: {
      label: msg`Take out`,
      icon: 'close',
      bulk: false,
      critical: true,
      input: [{ of: 'on', label: msg`Taken out on`, render: today('on') }, finalReading, rolledOver],
      done: msg`The meter is taken out`,
    },
  },
  slots: {
    listHeader: () => <MeterTabs current="meters" />,
    peek: ({ row }) => <MeterPeek meter={row} />,
  },
})
