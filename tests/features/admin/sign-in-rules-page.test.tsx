// The sign-in rules as an administrator meets them.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/resource/later-error-words.ts'
import { SignInRulesPage } from '../../../src/features/admin/sign-in-rules-page.tsx'
import { fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const rules = {
  secondFactor: 'nobody',
  leastPassword: 8,
  idleMinutes: null,
  sessionHours: null,
  version: 3,
  updatedAt: Date.now() - 60_000,
  updatedBy: 'Wei Fang',
  installation: { idleMinutes: 720, sessionHours: 168 },
  people: 12,
  withFactor: 5,
}
const save = () => page.getByRole('button', { name: 'Save' })

test('what is changed is saved with the version that it was read in', async () => {
  const server = fakeBackEnd([])
  server.answer('tenant/signInRules', rules)
  server.answer('tenant/saveSignInRules', null)
  await renderScreen(<SignInRulesPage />)
  await expect.element(page.getByText('Accounts with a second factor: 5 of 12')).toBeVisible()
  await expect.element(page.getByText('Wei Fang')).toBeVisible()
  await expect.element(save()).toBeDisabled()
  await page.getByRole('radio', { name: 'Administrators' }).click()
  await expect.element(page.getByText(/are logged out when you save/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Shortest password' }).fill('12')
  await page.getByRole('textbox', { name: 'A session ends without a call after' }).fill('30')
  await save().click()
  await expect
    .poll(() => server.askedFor('tenant/saveSignInRules'))
    .toEqual([
      { version: 3, secondFactor: 'administrators', leastPassword: 12, idleMinutes: 30, sessionHours: null },
    ])
})

test('what the server refuses stands at its field, and what is no field’s above the button', async () => {
  const server = fakeBackEnd([])
  server.answer('tenant/signInRules', rules)
  server.answer('tenant/saveSignInRules', null)
  await renderScreen(<SignInRulesPage />)
  await page.getByRole('radio', { name: 'Everybody' }).click()
  server.refuse('tenant/saveSignInRules', { id: 'factor.own', field: 'secondFactor' })
  await save().click()
  await expect.element(page.getByText(/Set up your own second factor first/)).toBeVisible()
  server.refuse('tenant/saveSignInRules', { id: 'failed', code: 1500 })
  await save().click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('without the right there is nothing to see', async () => {
  fakeBackEnd([])
  await renderScreen(<SignInRulesPage />, { permissions: ['tenant.zone'] })
  expect(page.getByRole('button', { name: 'Save' }).elements()).toHaveLength(0)
})

test('rules that do not come say so', async () => {
  const server = fakeBackEnd([])
  server.refuse('tenant/signInRules', { id: 'failed', code: 1500 })
  await renderScreen(<SignInRulesPage />)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
