// The own second factor as its person meets it: set up with a code and the password, codes shown once, taken away.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/resource/later-error-words.ts'
import FactorDialog from '../../../src/features/session/factor-dialog.tsx'
import { fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { fakePasskey, request } from './fake-passkey.ts'

const CODES = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-234${index}`)
const show = () => renderScreen(<FactorDialog username="lin" onClose={() => {}} />)
const password = () => page.getByLabelText('Your own password')

test('an app is set up with a code and the password, and the recovery codes are shown once', async () => {
  const server = fakeBackEnd([])
  server.answer('auth/passkeys', [])
  server.answer('auth/ownFactor', { appSince: null, passkey: false, recoveryCodesLeft: 0, needed: false })
  server.answer('auth/beginApp', {
    secret: 'ABCDEFGHIJKLMNOP',
    address: 'otpauth://totp/Gate:lin?secret=ABCD',
  })
  server.answer('auth/confirmApp', { codes: CODES })
  await show()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('Enter the six digits that the app shows')).toBeVisible()
  await expect.element(page.getByText('Password must not be empty')).toBeVisible()
  expect(server.askedFor('auth/confirmApp')).toEqual([])
  await page.getByRole('textbox', { name: 'Code from the app' }).fill('123456')
  await password().fill('Demo-2026!')
  server.refuse('auth/confirmApp', { id: 'session.wrongPassword', field: 'password' })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('The password is wrong')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('abcd-efgh-jkmn-2349')).toBeVisible()
  expect(server.askedFor('auth/confirmApp').at(-1)).toEqual({ password: 'Demo-2026!', code: '123456' })
  server.answer('auth/ownFactor', {
    appSince: Date.now(),
    passkey: false,
    recoveryCodesLeft: 10,
    needed: false,
  })
  await page.getByRole('button', { name: 'I have kept them' }).click()
  expect(page.getByText('abcd-efgh-jkmn-2349').elements()).toHaveLength(0)
})

test('one that stands is taken away, and its codes made anew, with password and code only', async () => {
  const server = fakeBackEnd([])
  server.answer('auth/passkeys', [])
  server.answer('auth/ownFactor', {
    appSince: Date.now() - 60_000,
    passkey: false,
    recoveryCodesLeft: 2,
    needed: false,
  })
  server.answer('auth/renewRecoveryCodes', { codes: CODES })
  server.answer('auth/removeApp', null)
  await show()
  await expect.element(page.getByText('Recovery codes left: 2')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await expect.element(page.getByText('Password must not be empty')).toBeVisible()
  expect(server.askedFor('auth/removeApp')).toEqual([])
  await password().fill('Demo-2026!')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('abcd-efgh-jkmn-2345')
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect.element(page.getByText('abcd-efgh-jkmn-2340')).toBeVisible()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await password().fill('Demo-2026!')
  await page.getByRole('textbox', { name: 'Code from the app' }).fill('123456')
  server.answer('auth/ownFactor', { appSince: null, passkey: false, recoveryCodesLeft: 0, needed: false })
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await expect.element(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

test('what does not come says so', async () => {
  const server = fakeBackEnd([])
  server.answer('auth/passkeys', [])
  server.refuse('auth/ownFactor', { id: 'failed', code: 1500 })
  await show()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('one that the rules ask for is not taken away', async () => {
  const server = fakeBackEnd([])
  server.answer('auth/passkeys', [])
  server.answer('auth/ownFactor', {
    appSince: Date.now(),
    passkey: false,
    recoveryCodesLeft: 10,
    needed: true,
  })
  await show()
  await expect.element(page.getByText(/rules ask you for a second factor/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Make new recovery codes' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Remove the authenticator app' }).elements()).toHaveLength(0)
})

test('passkeys are named anew, and taken away with the password', async () => {
  const server = fakeBackEnd([])
  server.answer('auth/ownFactor', { appSince: null, passkey: true, recoveryCodesLeft: 10, needed: false })
  server.answer('auth/passkeys', [
    { id: 4, name: 'Old phone', createdAt: Date.now(), usedAt: null },
    { id: 5, name: 'Laptop', createdAt: Date.now(), usedAt: Date.now() - 60_000 },
  ])
  server.answer('auth/renamePasskey', null)
  server.answer('auth/removePasskey', null)
  await show()
  await expect.element(page.getByText('never used')).toBeVisible()
  await page.getByRole('button', { name: 'Rename' }).first().click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill(' Spare phone ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.askedFor('auth/renamePasskey')).toEqual([{ id: 4, name: 'Spare phone' }])
  await page.getByRole('button', { name: 'Remove' }).last().click()
  await expect.element(page.getByText('Password must not be empty')).toBeVisible()
  expect(server.askedFor('auth/removePasskey')).toEqual([])
  await password().fill('Demo-2026!')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('button', { name: 'Remove' }).last().click()
  await expect.element(page.getByText('A recovery code has 16 letters and digits')).toBeVisible()
  expect(server.askedFor('auth/removePasskey')).toEqual([])
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('abcd-efgh-jkmn-2345')
  await page.getByRole('button', { name: 'Remove' }).last().click()
  await expect
    .poll(() => server.askedFor('auth/removePasskey'))
    .toEqual([{ id: 5, password: 'Demo-2026!', factor: 'abcd-efgh-jkmn-2345' }])
})

test('who has passkeys alone makes new recovery codes by one of them', async () => {
  const server = fakeBackEnd([])
  server.answer('auth/ownFactor', { appSince: null, passkey: true, recoveryCodesLeft: 2, needed: true })
  server.answer('auth/passkeys', [{ id: 4, name: 'Desk', createdAt: Date.now(), usedAt: null }])
  server.answer('auth/beginPasskeyConfirmation', request)
  server.answer('auth/confirmByPasskey', { proof: 'w'.repeat(43) })
  server.answer('auth/renewRecoveryCodes', { codes: CODES })
  fakePasskey()
  await show()
  await expect.element(page.getByText('Recovery codes left: 2')).toBeVisible()
  await expect.element(page.getByText('Your passkey is asked for when you go on.')).toBeVisible()
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect.element(page.getByText('Password must not be empty')).toBeVisible()
  expect(server.askedFor('auth/confirmByPasskey')).toEqual([])
  await password().fill('Demo-2026!')
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect.element(page.getByText('abcd-efgh-jkmn-2349')).toBeVisible()
  expect(server.askedFor('auth/renewRecoveryCodes')).toEqual([
    { password: 'Demo-2026!', code: 'w'.repeat(43) },
  ])
})

test('beside a passkey an app is set up with the passkey, and codes that are left stay good', async () => {
  const server = fakeBackEnd([])
  server.answer('auth/ownFactor', { appSince: null, passkey: true, recoveryCodesLeft: 9, needed: false })
  server.answer('auth/passkeys', [{ id: 4, name: 'Desk', createdAt: Date.now(), usedAt: null }])
  server.answer('auth/beginPasskeyConfirmation', request)
  server.answer('auth/confirmByPasskey', { proof: 'w'.repeat(43) })
  server.answer('auth/beginApp', {
    secret: 'ABCDEFGHIJKLMNOP',
    address: 'otpauth://totp/Gate:lin?secret=ABCD',
  })
  server.answer('auth/confirmApp', { codes: [] })
  fakePasskey()
  await show()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('textbox', { name: 'Code from the app' }).fill('123456')
  await password().fill('Demo-2026!')
  server.answer('auth/ownFactor', {
    appSince: Date.now(),
    passkey: true,
    recoveryCodesLeft: 9,
    needed: false,
  })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByRole('button', { name: 'Remove the authenticator app' })).toBeVisible()
  expect(server.askedFor('auth/confirmApp')).toEqual([
    { password: 'Demo-2026!', code: '123456', factor: 'w'.repeat(43) },
  ])
})
