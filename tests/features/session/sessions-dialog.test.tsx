// Where somebody is logged in, as they meet it: the own device without a button, others ended with the password only.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/resource/later-error-words.ts'
import { agentName } from '../../../src/features/session/agent-name.ts'
import SessionsDialog from '../../../src/features/session/sessions-dialog.tsx'
import { fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const listed = (session: string, current: boolean, agent: string) => ({
  session,
  current,
  openedAt: Date.now(),
  seenAt: Date.now(),
  address: '10.0.0.7',
  agent,
})

test('others are ended with the password, one or all', async () => {
  const server = fakeBackEnd([])
  server.answer('auth/sessions', [listed('a'.repeat(16), true, ''), listed('b'.repeat(16), false, PHONE)])
  server.answer('auth/endSessions', null)
  await renderScreen(<SessionsDialog username="lin" onClose={() => {}} />)
  await expect.element(page.getByText('Chrome · Android')).toBeVisible()
  await expect.element(page.getByText(/^This device/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Log out there' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Log out there' }).elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Log out there' }).click()
  await expect.element(page.getByText('Password must not be empty')).toBeVisible()
  expect(server.askedFor('auth/endSessions')).toEqual([])
  await page.getByLabelText('Your own password').fill('Demo-2026!')
  await page.getByRole('button', { name: 'Log out there' }).click()
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect
    .poll(() => server.askedFor('auth/endSessions'))
    .toEqual([{ password: 'Demo-2026!', session: 'b'.repeat(16) }, { password: 'Demo-2026!' }])
})

test('a list that does not come says so', async () => {
  const server = fakeBackEnd([])
  server.refuse('auth/sessions', { id: 'failed', code: 1500 })
  await renderScreen(<SessionsDialog username="lin" onClose={() => {}} />)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a browser nobody knows has no name', () => {
  expect([agentName(PHONE), agentName('curl/8'), agentName(null)]).toEqual([
    'Chrome · Android',
    undefined,
    undefined,
  ])
})
