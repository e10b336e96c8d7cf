// Bindings as history, inside the panels of SIM cards and bindings: told from the other side's point of view.
import { msg } from '@lingui/core/macro'
import { simBinding } from '../../../domain/billing/sim-card.ts'
import { type View, viewOf } from '../../../resource/view.ts'

const history = (title: 'deviceName' | 'iccid'): View =>
  viewOf(simBinding, {
    title: msg`Device and card bindings`,
    titleOne: msg`Binding`,
    icon: title === 'iccid' ? 'card' : 'link',
    columns: [
      { of: 'deviceName', label: msg`Device` },
      { of: 'iccid', label: msg`ICCID` },
      { of: 'boundBy', label: msg`Bound by` },
      { of: 'state', label: msg`State` },
    ],
    card: { title, state: 'state', detail: ['boundBy'], age: 'boundAt' },
    words: {
      state: {
        bound: { label: msg`Bound`, shape: 'online' },
        unbound: { label: msg({ context: 'done', message: 'Unbound' }), shape: 'offline' },
      },
    },
  })

export const historyView = { ofCard: history('deviceName'), ofDevice: history('iccid') } as const
