// Words and looks of devices: list, panel, form, commands.
import { msg } from '@lingui/core/macro'
import { device } from '../../domain/device/device.ts'
import { LabelsButton } from '../../resource/scan/labels-button.tsx'
import { viewOf } from '../../resource/view.ts'
import { Battery } from '../../ui/battery.tsx'
import { Row } from '../../ui/kit/parts.tsx'
import { CommandLinks } from './commands/command-links.tsx'
import { GatewayField } from './commands/gateway-field.tsx'
import { type Device, DeviceBadges } from './device-badges.tsx'
import { DevicePeek } from './device-peek.tsx'
import { kindIcon, kindWords, stateWords } from './device-words.ts'
import { FurtherActions } from './further-actions.tsx'
import { lifeActions, toAllocation } from './life/life-actions.ts'
import { lifecycleWords } from './life/life-words.ts'
import { placeOf } from './place.ts'
import { SecretsButton } from './secrets/secrets-button.tsx'
import { SkuField } from './sku-field.tsx'
import { stateColumns, stateFieldWords } from './state-looks.tsx'

/** The label to be stuck on a device. */
const labelOf = ({ labelCode, name, imei }: Device) =>
  labelCode === undefined ? [] : [{ code: labelCode, name, detail: imei }]

export const deviceView = viewOf(device, {
  title: msg({ context: 'page', message: 'Devices' }),
  titleOne: msg`Device`,
  icon: 'helmet',
  add: msg`Add device`,
  identifier: 'imei',
  removeQuestion: msg`Delete the device?`,
  empty: {
    title: msg`No devices yet`,
    why: msg`A device appears here when it is added. It is online from its first message.`,
    icon: 'helmet',
  },
  draft: true,
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: row => kindIcon(row.kind),
      width: 148,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 128 },
    { of: 'wearerName', label: msg`Wearer`, width: 84 },
    {
      of: 'installLocation',
      label: msg`Place`,
      width: 128,
      quiet: true,
      render: (_, row) => placeOf(row) || undefined,
    },
    {
      of: 'battery',
      label: msg`Battery`,
      width: 96,
      render: percent => (percent === null ? undefined : <Battery bare percent={percent} />),
    },
    { of: 'lastMessageAt', label: msg`Last message`, type: 'age', width: 116, align: 'end', quiet: true },
    { of: 'kind', label: msg`Type`, width: 130, quiet: true, hidden: true },
    { of: 'imei', label: msg`IMEI`, width: 150, quiet: true, hidden: true },
    { of: 'labelCode', label: msg`Label`, type: 'code', width: 130, quiet: true, hidden: true },
    { of: 'number', label: msg`Number`, quiet: true, hidden: true },
    { of: 'categoryName', label: msg`Category`, width: 120, quiet: true, hidden: true },
    { of: 'productName', label: msg`Product`, width: 120, quiet: true, hidden: true },
    { of: 'groupName', label: msg`Group`, width: 120, quiet: true, hidden: true },
    { of: 'departmentName', label: msg`Department`, width: 120, quiet: true, hidden: true },
    { of: 'signal', label: msg`Signal`, type: 'signal', quiet: true, hidden: true },
    { of: 'mainsPower', label: msg`Mains power`, type: 'yesNo', quiet: true, hidden: true },
    ...stateColumns,
    { of: 'gatewayName', label: msg`Gateway`, width: 120, quiet: true, hidden: true },
    { of: 'channel', label: msg`Place at the gateway`, type: 'number', quiet: true, hidden: true },
    { of: 'lifecycle', label: msg`Lifecycle`, width: 150 },
    { of: 'boundTo', label: msg`Bound to`, width: 120, quiet: true, hidden: true },
    { of: 'boundAt', label: msg`Bound since`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'responsibleName', label: msg`Responsible`, width: 110, quiet: true, hidden: true },
    { of: 'responsiblePhone', label: msg`Phone`, width: 120, quiet: true, hidden: true },
    { of: 'community', label: msg`Community`, width: 120, quiet: true, hidden: true },
    { of: 'building', label: msg`Building`, quiet: true, hidden: true },
    { of: 'unit', label: msg`Unit`, quiet: true, hidden: true },
    { of: 'roomNo', label: msg`Room`, quiet: true, hidden: true },
    { of: 'ringPostName', label: msg`Rings whoever is on duty at`, width: 160, quiet: true, hidden: true },
    { of: 'model', label: msg`Model`, quiet: true, hidden: true },
    { of: 'style', label: msg`Style`, quiet: true, hidden: true },
    { of: 'imsi', label: msg`IMSI`, width: 150, quiet: true, hidden: true },
    { of: 'iccid', label: msg`ICCID`, width: 180, quiet: true, hidden: true },
    { of: 'operator', label: msg`Carrier`, width: 120, quiet: true, hidden: true },
    { of: 'network', label: msg`Network`, quiet: true, hidden: true },
    { of: 'messageType', label: msg`Message form`, width: 120, quiet: true, hidden: true },
    {
      of: 'transparent',
      label: msg`Transparent transmission`,
      type: 'yesNo',
      width: 120,
      quiet: true,
      hidden: true,
    },
    { of: 'powerSaving', label: msg`Power saving`, type: 'yesNo', quiet: true, hidden: true },
    { of: 'supplier', label: msg`Supplier`, width: 120, quiet: true, hidden: true },
    { of: 'manufacturerId', label: msg`Manufacturer id`, width: 120, quiet: true, hidden: true },
    { of: 'appVersion', label: msg`App version`, quiet: true, hidden: true },
    { of: 'systemVersion', label: msg`System version`, width: 120, quiet: true, hidden: true },
    { of: 'activatedAt', label: msg`Activated`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'connectedAt', label: msg`Connected`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'offlineAt', label: msg`Went offline`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'inStock', label: msg`In stock`, type: 'yesNo', quiet: true, hidden: true },
    { of: 'stockedInAt', label: msg`Stocked in`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: {
    icon: row => kindIcon(row.kind),
    title: 'name',
    state: 'state',
    detail: ['wearerName', 'installLocation'],
    age: 'lastMessageAt',
  },
  words: {
    state: stateWords,
    kind: kindWords,
    lifecycle: lifecycleWords,
    ...stateFieldWords,
    operator: {
      mobile: msg`China Mobile`,
      unicom: msg`China Unicom`,
      telecom: msg`China Telecom`,
      other: msg`Another carrier`,
    },
    network: { '4g': msg`4G`, nb: msg`NB-IoT` },
    messageType: { json: msg`JSON`, compact: msg`Compact binary` },
  },
  filters: {
    state: msg`State`,
    kind: msg`Type`,
    name: msg`Name`,
    imei: msg`IMEI`,
    building: msg`Building`,
    groupId: msg`Group`,
    departmentId: msg`Department`,
    categoryId: msg`Category`,
    productId: msg`Product`,
    lifecycle: msg`Lifecycle`,
    battery: msg`Battery`,
    lastMessageAt: msg`Last message`,
  },
  form: [
    {
      of: 'imei',
      label: msg`IMEI`,
      kind: 'digits',
      hint: msg`10 to 20 digits, usually 15, printed on the device. It cannot be changed later.`,
      locked: true,
    },
    { of: 'name', label: msg`Name` },
    { of: 'categoryId', label: msg`Category` },
    { of: 'groupId', label: msg`Group` },
    { of: 'departmentId', label: msg`Department` },
    {
      of: 'startIn',
      label: msg`Where it is now`,
      hint: msg`A device with a wearer, or bound below, is bound at once.`,
      options: [
        { value: 'pendingStockIn', label: lifecycleWords.pendingStockIn.label },
        { value: 'inStock', label: lifecycleWords.inStock.label },
      ],
      on: 'create',
    },
    {
      title: msg`Who and where`,
      fields: [
        { of: 'wearerName', label: msg`Wearer` },
        {
          of: 'boundTo',
          label: msg`Bound to`,
          hint: msg`A person or a place; the steps in between are written down`,
          on: 'create',
        },
        { of: 'responsibleName', label: msg`Responsible person` },
        { of: 'responsiblePhone', label: msg`Responsible person's phone`, kind: 'phone' },
        { of: 'installLocation', label: msg`Install location` },
        { of: 'community', label: msg`Community` },
        { of: 'building', label: msg`Building` },
        { of: 'unit', label: msg`Unit` },
        { of: 'roomNo', label: msg`Room` },
        {
          of: 'ringPostId',
          label: msg`Rings whoever is on duty at`,
          hint: msg`By the roster when somebody rings. If nobody is on duty there, everybody who may answer is rung.`,
          // What else a device is, a new one says by its category alone.
          when: (_, row) => row?.kind === 'doorUnit',
          on: 'change',
        },
        { of: 'latitude', label: msg`Latitude`, kind: 'coordinate', unit: '°' },
        { of: 'longitude', label: msg`Longitude`, kind: 'coordinate', unit: '°' },
        {
          of: 'indoorImage',
          label: msg`Indoor image`,
          kind: 'image',
          hint: msg`Photo of where it is installed`,
        },
      ],
    },
    {
      title: msg`Product and card`,
      folded: true,
      fields: [
        { of: 'productId', label: msg`Product` },
        { of: 'sku', label: msg`SKU`, render: control => <SkuField {...control} /> },
        { of: 'number', label: msg`Number` },
        { of: 'model', label: msg`Model` },
        { of: 'style', label: msg`Style` },
        { of: 'iccid', label: msg`ICCID`, hint: msg`19 or 20 characters, printed on the SIM card` },
        { of: 'imsi', label: msg`IMSI`, kind: 'digits' },
        { of: 'operator', label: msg`Carrier` },
        { of: 'network', label: msg`Network` },
        { of: 'supplier', label: msg`Supplier` },
        { of: 'manufacturerId', label: msg`Manufacturer id` },
      ],
    },
    {
      title: msg`Transmission`,
      folded: true,
      fields: [
        { of: 'messageType', label: msg`Message form` },
        { of: 'transparent', label: msg`Transparent transmission` },
        { of: 'powerSaving', label: msg`Power saving` },
        {
          of: 'gatewayId',
          label: msg`Gateway`,
          hint: msg`The 4G gateway that a switch is connected to`,
          render: control => <GatewayField {...control} />,
        },
        {
          of: 'channel',
          label: msg`Place at the gateway`,
          kind: 'integer',
          hint: msg`Number of the switch there, from 1 to 64`,
        },
      ],
    },
  ],
  actions: {
    speak: {
      label: msg`Speak`,
      icon: 'sound',
      primary: true,
      input: [{ of: 'text', label: msg`Text to speak`, kind: 'textarea', hint: msg`At most 200 characters` }],
      done: msg`The text is on its way to the device`,
    },
    locate: {
      label: msg`Locate`,
      icon: 'pin',
      primary: true,
      done: msg`The device has been asked for its position`,
    },
    restart: {
      label: msg`Restart`,
      icon: 'refresh',
      confirm: msg`Restart the device? It does not report until it is back.`,
      done: msg`The restart is on its way`,
    },
    assignGroup: {
      label: msg`Add to a group`,
      icon: 'group',
      input: [{ of: 'groupId', label: msg`Group` }],
      done: msg`Added to the group`,
    },
    ...lifeActions,
  },
  destinations: { allocate: toAllocation },
  fullPage: row => `/DeviceDtail?imei=${row.imei}`,
  slots: {
    badges: ({ row }) => <DeviceBadges device={row} />,
    // At a door, opening it is what one comes for.
    actions: ({ row }) => (row.kind === 'doorUnit' ? <FurtherActions device={row} /> : null),
    peek: ({ row }) => <DevicePeek device={row} />,
    chosen: ({ rows, found }) => (
      <>
        <CommandLinks devices={rows} found={found} />
        <Row wrap gap={2}>
          {!found && <LabelsButton labels={rows.flatMap(labelOf)} />}
          <SecretsButton devices={rows} found={found} />
        </Row>
      </>
    ),
  },
})

/** The same devices where property staff look for them. */
export const propertyDeviceView = {
  ...deviceView,
  title: msg({ context: 'page', message: 'Property devices' }),
}
