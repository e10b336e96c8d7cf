// Words and looks of orders to carriers, where they are shown: in the panel of a SIM card, and under what was just ordered.
import { msg } from '@lingui/core/macro'
import { simOrder } from '../../../domain/billing/sim-card.ts'
import { viewOf } from '../../../resource/view.ts'
import { simOrderKindWords, simOrderStateWords } from './sim-card-words.ts'

export const simOrderView = viewOf(simOrder, {
  title: msg`Orders to the carrier`,
  titleOne: msg`Order to the carrier`,
  icon: 'card',
  columns: [
    { of: 'subject', label: msg`ICCID`, width: 190 },
    { of: 'kind', label: msg`Kind`, width: 120 },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'userName', label: msg`Ordered by`, width: 120 },
    { of: 'createdAt', label: msg`Ordered at`, type: 'date', width: 160 },
  ],
  card: { title: 'kind', state: 'state', detail: ['userName'], age: 'createdAt' },
  words: { kind: simOrderKindWords, state: simOrderStateWords },
})
