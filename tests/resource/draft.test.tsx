// What was typed into a form outlives the end of the session for the same person, and nobody else meets it.
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { SessionUser } from '../../src/contract/endpoints/session.ts'
import { product } from '../../src/domain/device/catalogue.ts'
import { productView } from '../../src/features/devices/product.view.tsx'
import { type EndReason, endSession } from '../../src/platform/session-store.ts'
import { RowForm } from '../../src/resource/row-form.tsx'
import { fakeBackEnd } from '../fakes/fake-back-end.ts'
import { renderScreen } from './render-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  fakeBackEnd([{ entity: product, rows: [] }])
})

const open = (facts: Partial<SessionUser> = {}) =>
  renderScreen(<RowForm view={productView} row={undefined} onCancel={() => {}} onSaved={() => {}} />, {
    facts,
  })
const name = () => page.getByRole('textbox', { name: 'Name' })
const typed = async () => {
  await open()
  await userEvent.fill(name(), 'Helmet, half')
}
/** As the console does it: the session is over first, then its pages go. */
const end = async (reason: EndReason) => {
  endSession(reason)
  await cleanup()
}

test.each(['expired', 'elsewhere'] as const)(
  'after %s the same person finds it, and may start over',
  async reason => {
    await typed()
    await end(reason)
    await open()
    await expect.element(name()).toHaveValue('Helmet, half')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.element(name()).toHaveValue('')
  },
)

test.each([{ id: 8 }, { tenantId: 2 }])('another person (%o) finds an empty form', async facts => {
  await typed()
  await end('expired')
  await open(facts)
  await expect.element(name()).toHaveValue('')
  await expect.element(page.getByText(/is still here/)).not.toBeInTheDocument()
})

test('who leaves the form gives it up', async () => {
  await typed()
  await cleanup()
  await open()
  await expect.element(name()).toHaveValue('')
})
