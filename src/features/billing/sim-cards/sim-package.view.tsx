// Words and looks of packages: the platform offers them, tenants read them. Prices in yuan on screen, fen on the wire.
import { msg } from '@lingui/core/macro'
import { simPackage } from '../../../domain/billing/sim-package.ts'
import { Money } from '../../../resource/money.tsx'
import { viewOf } from '../../../resource/view.ts'
import { AmountField } from './amount-field.tsx'
import { PackageBadges, PackagePeek } from './package-peek.tsx'
import { carrierWords, contentWords, languageWords, packageTypeWords } from './sim-card-words.ts'

export const simPackageView = viewOf(simPackage, {
  title: msg`Packages`,
  titleOne: msg`Package`,
  icon: 'box',
  add: msg`Add package`,
  removeQuestion: msg`Delete the package? This is only possible while nobody has it.`,
  empty: {
    title: msg`No packages yet`,
    why: msg`What the platform offers for SIM cards appears here.`,
    icon: 'box',
  },
  draft: true,
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'box',
      width: 230,
      fixed: 'left',
      required: true,
    },
    { of: 'type', label: msg`Type`, width: 150 },
    { of: 'price', label: msg`Price`, width: 110, align: 'end', render: fen => <Money fen={fen} /> },
    { of: 'validityDays', label: msg`Validity (days)`, type: 'number', width: 144, align: 'end' },
    { of: 'megabytes', label: msg`Data (MB)`, type: 'number', width: 110, align: 'end' },
    { of: 'smsCount', label: msg`SMS`, type: 'number', width: 90, align: 'end', quiet: true },
    {
      of: 'voiceMinutes',
      label: msg`Voice (minutes)`,
      type: 'number',
      width: 140,
      align: 'end',
      quiet: true,
    },
    { of: 'status', label: msg`State`, width: 130 },
    { of: 'sold', label: msg`Sold`, type: 'number', width: 106, align: 'end', quiet: true },
    { of: 'carrier', label: msg`Carrier`, width: 120, quiet: true },
    { of: 'content', label: msg`Content`, width: 130, quiet: true, hidden: true },
    {
      of: 'multiplier',
      label: msg`Multiplier`,
      width: 100,
      align: 'end',
      quiet: true,
      hidden: true,
      render: hundredths => <bdi>{(hundredths / 100).toFixed(2)}</bdi>,
    },
    { of: 'cardType', label: msg`Card type`, width: 120, quiet: true, hidden: true },
    { of: 'language', label: msg`Language`, width: 110, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true, hidden: true },
    {
      of: 'sort',
      label: msg`Sort order`,
      type: 'number',
      width: 90,
      align: 'end',
      quiet: true,
      hidden: true,
    },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: { icon: () => 'box', title: 'name', state: 'price', detail: ['type', 'carrier'] },
  words: {
    type: packageTypeWords,
    content: contentWords,
    language: languageWords,
    carrier: carrierWords,
    status: {
      enabled: { label: msg`For sale`, shape: 'online' },
      disabled: { label: msg`Not for sale`, shape: 'offline' },
      deleted: { label: msg`Deleted`, shape: 'offline' },
    },
  },
  filters: {
    type: msg`Type`,
    status: msg`State`,
    name: msg`Name`,
    carrier: msg`Carrier`,
    language: msg`Language`,
  },
  initial: { type: 'data', multiplier: 100, validityDays: 30, language: 'zh', sort: 0 },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'type', label: msg`Type` },
    {
      of: 'price',
      label: msg`Price`,
      render: control => <AmountField control={control} of="price" unit="¥" />,
    },
    { of: 'validityDays', label: msg`Validity (days)` },
    { of: 'megabytes', label: msg`Data`, unit: 'MB', when: values => values.type !== 'topUp' },
    {
      of: 'multiplier',
      label: msg`Multiplier`,
      render: control => (
        <AmountField
          control={control}
          of="multiplier"
          unit="×"
          hint={msg`How many megabytes the carrier counts for one. 1.00: no multiplier.`}
        />
      ),
    },
    { of: 'content', label: msg`Content`, when: values => values.type !== 'topUp' },
    {
      of: 'smsCount',
      label: msg`SMS`,
      when: values => values.content === 'sms' || values.content === 'smsAndVoice',
    },
    {
      of: 'voiceMinutes',
      label: msg`Voice (minutes)`,
      when: values => values.content === 'voice' || values.content === 'smsAndVoice',
    },
    {
      title: msg`For whom`,
      fields: [
        { of: 'carrier', label: msg`Carrier`, hint: msg`Empty: for cards of every carrier.` },
        { of: 'cardType', label: msg`Card type` },
        { of: 'language', label: msg`Language` },
        { of: 'sort', label: msg`Sort order`, hint: msg`Lower numbers come first` },
        { of: 'note', label: msg`Note`, kind: 'textarea' },
      ],
    },
  ],
  actions: {
    enable: {
      label: msg`Put on sale`,
      icon: 'check',
      primary: true,
      optimistic: () => ({ status: 'enabled' as const }),
    },
    disable: {
      label: msg`Take off sale`,
      icon: 'pause',
      primary: true,
      confirm: msg`Take the package off sale? Cards that have it keep it.`,
      optimistic: () => ({ status: 'disabled' as const }),
    },
  },
  slots: {
    badges: ({ row }) => <PackageBadges offer={row} />,
    peek: ({ row }) => <PackagePeek offer={row} />,
  },
})
