// The identity provider as an administrator meets it.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/resource/later-error-words.ts'
import { NO_PROVIDER } from '../../../src/domain/access/identity-provider.ts'
import { IdentityProviderPage } from '../../../src/features/identity/identity-provider-page.tsx'
import { fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const stored = {
  ...NO_PROVIDER,
  ...{ name: 'Harbour ID', signInName: 'harbour', issuer: 'https://id.example', clientId: 'console' },
  ...{ version: 2, updatedAt: Date.now() - 60_000, updatedBy: 'Wei Fang', hasSecret: true, people: 7 },
  publicUrl: 'https://console.example',
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('what is changed is saved without the secret that nobody typed', async () => {
  const server = fakeBackEnd([])
  server.answer('tenant/identityProvider', stored)
  server.answer('tenant/saveIdentityProvider', null)
  await renderScreen(<IdentityProviderPage />)
  await expect.element(page.getByText('https://console.example/api/auth/provider/return')).toBeVisible()
  await expect.element(page.getByText('https://console.example/#/login?tenant=harbour')).toBeVisible()
  await expect.element(page.getByText('People who have logged in by it: 7')).toBeVisible()
  await page.getByRole('radio', { name: 'Administrators only' }).click()
  await page.getByRole('textbox', { name: 'Mail domain of your people' }).fill(' Harbour.example ')
  await button('Save').click()
  const {
    version: _v,
    updatedAt: _a,
    updatedBy: _b,
    hasSecret: _s,
    people: _p,
    publicUrl: _u,
    ...kept
  } = stored
  await expect
    .poll(() => server.askedFor('tenant/saveIdentityProvider'))
    .toEqual([{ ...kept, version: 2, passwords: 'administrators', mailDomain: 'harbour.example' }])
})

test('a try says in words what is well and what is not', async () => {
  const server = fakeBackEnd([])
  server.answer('tenant/identityProvider', stored)
  server.answer('tenant/tryIdentityProvider', {
    steps: [
      { step: 'discovery', result: 'fine' },
      { step: 'client', result: 'wrongClient' },
      { step: 'redirect', result: 'refused' },
    ],
  })
  await renderScreen(<IdentityProviderPage />)
  await button('Try it').click()
  await expect.element(page.getByText('It does not know the client ID, or the secret is wrong')).toBeVisible()
  await expect.element(page.getByText(/register the redirect address above/)).toBeVisible()
})

test('what the server refuses stands at its field, and what is no field’s above the button', async () => {
  const server = fakeBackEnd([])
  server.answer('tenant/identityProvider', stored)
  server.answer('tenant/saveIdentityProvider', null)
  await renderScreen(<IdentityProviderPage />)
  server.refuse('tenant/saveIdentityProvider', { id: 'field.providerAddress', field: 'issuer' })
  await button('Save').click()
  await expect.element(page.getByText(/Only https addresses of the internet/)).toBeVisible()
  server.refuse('tenant/saveIdentityProvider', { id: 'failed', code: 1500 })
  await button('Save').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('without the right there is nothing to see', async () => {
  fakeBackEnd([])
  await renderScreen(<IdentityProviderPage />, { permissions: ['tenant.signIn'] })
  expect(page.getByRole('button', { name: 'Save' }).elements()).toHaveLength(0)
})

test('settings that do not come say so', async () => {
  const server = fakeBackEnd([])
  server.refuse('tenant/identityProvider', { id: 'failed', code: 1500 })
  await renderScreen(<IdentityProviderPage />)
  await expect.element(button('Try again')).toBeVisible()
})

test('on a phone no field reaches beyond its card', async () => {
  await page.viewport(390, 844)
  const server = fakeBackEnd([])
  server.answer('tenant/identityProvider', stored)
  await renderScreen(<IdentityProviderPage />)
  const field = page.getByRole('textbox', { name: 'Issuer' })
  await expect.element(field).toBeVisible()
  const card = field.element().closest('section')
  expect(field.element().getBoundingClientRect().right).toBeLessThan(card?.getBoundingClientRect().right ?? 0)
})
