// Words and looks of webhooks; the panel tries one out and shows what became of its messages.
import { msg } from '@lingui/core/macro'
import { webhook } from '../../domain/integration/webhook.ts'
import { viewOf } from '../../resource/view.ts'
import { KindNames, KindsField } from './kinds-field.tsx'
import { WebhookPeek } from './webhook-peek.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

export const webhookView = viewOf(webhook, {
  title: msg({ context: 'page', message: 'Webhooks' }),
  titleOne: msg`Webhook`,
  icon: 'link',
  add: msg`Add webhook`,
  removeQuestion: msg`Delete the webhook? Nothing is sent there any more.`,
  empty: {
    title: msg`No webhooks yet`,
    why: msg`A webhook tells another program of what happens here, in a signed message.`,
    icon: 'link',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'link', width: 180, required: true },
    { of: 'state', label: msg`State`, width: 160 },
    { of: 'address', label: msg`Address`, width: 260, render: address => <bdi dir="ltr">{address}</bdi> },
    { of: 'kinds', label: msg`Tells of`, width: 260, render: kinds => <KindNames kinds={kinds} /> },
    { of: 'departmentName', label: msg`Department`, width: 140 },
    {
      of: 'waiting',
      label: msg`Waiting`,
      type: 'number',
      width: 90,
      align: 'end',
      text: (count, _locale, _row, i18n) => (count > 0 ? i18n._(msg`${count} waiting`) : ''),
    },
    { of: 'deliveredAt', label: msg`Last delivered`, type: 'age', width: 130, align: 'end' },
    { of: 'makerName', label: msg`Made by`, width: 120, quiet: true },
    { of: 'failingSince', label: msg`Nothing got through since`, type: 'date', width: 160, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, hidden: true },
  ],
  card: { icon: () => 'link', title: 'name', state: 'state', detail: ['address'], age: 'deliveredAt' },
  words: {
    state: {
      unissued: { label: msg({ context: 'webhook', message: 'No secret yet' }), tone: 'attention' },
      active: { label: msg({ context: 'webhook', message: 'Active' }), tone: 'ok' },
      failing: { label: msg({ context: 'webhook', message: 'Not getting through' }), tone: 'warning' },
      paused: { label: msg({ context: 'webhook', message: 'Paused' }), tone: 'info' },
      disabled: { label: msg({ context: 'webhook', message: 'Given up' }), tone: 'critical' },
    },
  },
  filters: { name: msg`Name`, state: msg`State`, departmentId: msg`Department` },
  initial: { kinds: ['alarm.raised'] },
  form: [
    { of: 'name', label: msg`Name`, hint: msg`The program that is told, such as “Ticket system”.` },
    {
      of: 'address',
      label: msg`Address`,
      hint: msg`It begins with https:// and is reached from the internet.`,
    },
    { of: 'kinds', label: msg`Tells of`, render: control => <KindsField control={control} /> },
    {
      of: 'departmentId',
      label: msg`Department`,
      hint: msg`It is then told of this department and those below it only.`,
    },
  ],
  actions: {
    pause: {
      label: msg({ context: 'webhook', message: 'Pause' }),
      icon: 'pause',
      done: msg({ context: 'webhook', message: 'Paused' }),
    },
    resume: {
      label: msg({ context: 'webhook', message: 'Resume' }),
      icon: 'play',
      primary: true,
      done: msg({ context: 'webhook', message: 'Resumed' }),
    },
  },
  slots: {
    actions: ({ row }) => <WebhookSecret row={row} />,
    peek: ({ row }) => <WebhookPeek row={row} />,
  },
})
