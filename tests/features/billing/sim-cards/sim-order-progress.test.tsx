// What was ordered of the carrier last: its title says what is being done, and once it is over, what was asked.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { simCard, simOrder } from '../../../../src/domain/billing/sim-card.ts'
import { SimOrderProgress } from '../../../../src/features/billing/sim-cards/sim-order-progress.tsx'
import { fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'

const orders = (kind: string, ...states: string[]) =>
  states.map((state, at) => ({
    id: at + 1,
    version: 1,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    tenantId: 1,
    departmentId: null,
    number: `N${at}`,
    batchId: 1,
    kind,
    state,
    reason: null,
    cardId: at + 1,
    subject: `8986000000000000000${at}`,
    amount: null,
    userId: 7,
    userName: 'Mei',
    attempts: 1,
    sentAt: null,
    finishedAt: null,
  }))

test.each([
  ['suspend', ['done', 'sent'], 'Suspending 2 cards'],
  ['suspend', ['done', 'failed'], 'Suspension of 2 cards'],
  ['resume', ['waiting'], 'Resuming 1 card'],
  ['resume', ['done'], 'Resumption of 1 card'],
])('%s, %s: %s', async (kind, states, title) => {
  fakeBackEnd([
    { entity: simOrder, rows: orders(kind, ...states) },
    { entity: simCard, rows: [] },
  ])
  await renderScreen(<SimOrderProgress />)
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(title)
})
