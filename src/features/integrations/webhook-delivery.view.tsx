// Words and looks of the messages of webhooks: what became of each.
import { msg } from '@lingui/core/macro'
import { webhookDelivery } from '../../domain/integration/webhook.ts'
import { viewOf } from '../../resource/view.ts'
import { DeliveryPeek } from './delivery-peek.tsx'
import { problemWords, wordOfKind } from './webhook-words.ts'

export const webhookDeliveryView = viewOf(webhookDelivery, {
  title: msg({ context: 'page', message: 'Webhook deliveries' }),
  titleOne: msg({ context: 'webhook', message: 'Message' }),
  icon: 'list',
  nameOf: 'messageId',
  empty: {
    title: msg`Nothing was sent yet`,
    why: msg`What happens is sent to the webhooks that want to be told of it.`,
    icon: 'list',
  },
  columns: [
    {
      of: 'kind',
      label: msg({ context: 'webhook', message: 'Event' }),
      width: 170,
      required: true,
      text: (kind, _locale, _row, i18n) => {
        const word = wordOfKind(kind)
        return word && i18n._(word)
      },
    },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'webhookName', label: msg`Webhook`, width: 160 },
    { of: 'status', label: msg`Answer`, type: 'number', width: 90, align: 'end' },
    { of: 'problem', label: msg`Problem`, width: 260 },
    { of: 'tries', label: msg`Tries`, type: 'number', width: 80, align: 'end' },
    {
      of: 'tookMs',
      label: msg`Took`,
      width: 100,
      align: 'end',
      text: (ms, _locale, _row, i18n) => i18n._(msg`${ms} ms`),
    },
    { of: 'triedAt', label: msg`Last tried`, type: 'date', width: 160 },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160 },
    { of: 'messageId', label: msg`Message ID`, type: 'code', width: 200, quiet: true },
  ],
  card: {
    icon: () => 'list',
    title: 'kind',
    state: 'state',
    detail: ['webhookName', 'problem'],
    age: 'createdAt',
  },
  words: {
    state: {
      waiting: { label: msg({ context: 'webhook', message: 'Waiting' }), tone: 'attention' },
      sending: { label: msg({ context: 'webhook', message: 'Being sent' }), tone: 'new' },
      delivered: { label: msg({ context: 'webhook', message: 'Delivered' }), tone: 'ok' },
      failed: { label: msg({ context: 'webhook', message: 'Failed' }), tone: 'critical' },
    },
    problem: problemWords,
  },
  filters: { state: msg`State`, createdAt: msg`Created` },
  actions: {
    again: {
      label: msg({ context: 'webhook', message: 'Send again' }),
      icon: 'refresh',
      primary: true,
      done: msg({ context: 'webhook', message: 'Sent again' }),
    },
  },
  slots: { peek: ({ row }) => <DeliveryPeek row={row} /> },
})
