// Words and looks of bindings: which SIM card is in which device, who put it there, what the device itself says.
import { msg } from '@lingui/core/macro'
import { simBinding, simCard } from '../../../domain/billing/sim-card.ts'
import { device } from '../../../domain/device/device.ts'
import { viewOf } from '../../../resource/view.ts'
import { BindingDifferences } from './binding-differences.tsx'
import { BindingPeek, ReportedSimCard } from './binding-peek.tsx'
import { RowPicker } from './row-picker.tsx'

export const simBindingView = viewOf(simBinding, {
  title: msg`Device and card bindings`,
  titleOne: msg`Binding`,
  icon: 'link',
  add: msg`Bind a card`,
  nameOf: 'deviceName',
  identifier: 'iccid',
  editable: () => false,
  empty: {
    title: msg`No bindings yet`,
    why: msg`Bind a card to the device it is in, or import a list of ICCIDs and IMEIs.`,
    icon: 'link',
  },
  columns: [
    {
      of: 'deviceName',
      label: msg`Device`,
      type: 'name',
      icon: () => 'link',
      width: 150,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 110 },
    { of: 'iccid', label: msg`ICCID`, width: 190 },
    {
      of: 'toldIccid',
      label: msg`Device reports`,
      width: 200,
      render: (iccid, row) => (iccid === null ? undefined : <ReportedSimCard binding={row} />),
    },
    { of: 'imei', label: msg`IMEI`, width: 150 },
    { of: 'boundAt', label: msg`Bound at`, type: 'date', width: 160, quiet: true },
    { of: 'boundBy', label: msg`Bound by`, width: 110, quiet: true },
    { of: 'unboundAt', label: msg`Unbound at`, type: 'date', width: 160, quiet: true },
    { of: 'unboundBy', label: msg`Unbound by`, width: 110, quiet: true, hidden: true },
    { of: 'accessNumber', label: msg`Access number`, width: 140, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'link', title: 'deviceName', state: 'state', detail: ['iccid'], age: 'boundAt' },
  words: {
    state: {
      bound: { label: msg`Bound`, shape: 'online' },
      unbound: { label: msg({ context: 'done', message: 'Unbound' }), shape: 'offline' },
    },
  },
  filters: {
    state: msg`State`,
    iccid: msg`ICCID`,
    imei: msg`IMEI`,
    boundAt: msg`Bound at`,
  },
  form: [
    {
      of: 'iccid',
      label: msg`ICCID`,
      render: control => (
        <RowPicker
          control={control}
          entity={simCard}
          of="iccid"
          query={{ bound: false }}
          fromAddress
          name={row => <bdi>{String(row.accessNumber ?? '')}</bdi>}
        />
      ),
    },
    {
      of: 'imei',
      label: msg`Device`,
      render: control => (
        <RowPicker
          control={control}
          entity={device}
          of="imei"
          fromAddress
          name={row => <bdi>{String(row.name)}</bdi>}
        />
      ),
    },
  ],
  actions: {
    unbind: {
      label: msg`Unbind`,
      icon: 'close',
      primary: true,
      critical: true,
      confirm: msg`Unbind the card from its device? Both stay, and history keeps the binding.`,
      done: msg({ context: 'done', message: 'Unbound' }),
    },
  },
  slots: {
    listHeader: () => <BindingDifferences />,
    peek: ({ row }) => <BindingPeek binding={row} />,
  },
})
