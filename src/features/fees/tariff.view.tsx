// Words and looks of tariffs.
import { msg } from '@lingui/core/macro'
import { tariff } from '../../domain/fees/tariff.ts'
import { TodayField } from '../../resource/today-field.tsx'
import { viewOf } from '../../resource/view.ts'
import { DecimalField } from './decimal-field.tsx'
import { tariffKindWords, tariffStateWords } from './fee-words.ts'
import { MeterTabs } from './meter-tabs.tsx'
import { priceText } from './units-text.ts'

export const tariffView = viewOf(tariff, {
  title: msg`Tariffs`,
  titleOne: msg`Tariff`,
  icon: 'bill',
  add: msg`Add tariff`,
  nameOf: 'communityName',
  removeQuestion: msg`Delete the tariff?`,
  empty: {
    title: msg`No tariffs yet`,
    why: msg`Without one, what stands with the community holds. A new price is a new tariff with a later start.`,
    icon: 'bill',
  },
  columns: [
    {
      of: 'communityName',
      label: msg`Community`,
      type: 'name',
      icon: () => 'building',
      width: 170,
      required: true,
    },
    { of: 'kind', label: msg`Kind`, width: 150 },
    { of: 'unitPrice', label: msg`Price of a unit`, align: 'end', width: 150, text: priceText },
    { of: 'fromDay', label: msg`From`, width: 120 },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'used', label: msg`Bills were made with it`, type: 'yesNo', width: 170, quiet: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'bill',
    title: 'communityName',
    state: 'state',
    detail: ['kind', 'unitPrice', 'fromDay'],
  },
  words: { kind: tariffKindWords, state: tariffStateWords },
  filters: { state: msg`State`, kind: msg`Kind`, communityId: msg`Community` },
  initial: { kind: 'electricity' },
  editable: row => !row.used,
  form: [
    { of: 'communityId', label: msg`Community` },
    { of: 'kind', label: msg`Kind` },
    {
      of: 'unitPrice',
      label: msg`Yuan for a kWh, a cubic metre, or a square metre and month`,
      render: control => <DecimalField control={control} name="unitPrice" unit="¥" />,
    },
    { of: 'fromDay', label: msg`From`, render: control => <TodayField control={control} name="fromDay" /> },
    { of: 'note', label: msg`Note` },
  ],
  slots: { listHeader: () => <MeterTabs current="tariffs" /> },
})
