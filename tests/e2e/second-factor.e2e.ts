// A second factor from its beginning to a lost phone: set up in the person's menu or where the rules ask for it, by app or by
// passkey, asked for at the login, taken away by an administrator.
import type { BrowserContext, Page } from 'playwright/test'
import { codeOfStep, stepAt } from '../../server/modules/session/totp.ts'
import { bytesOf } from '../server/modules/session/app-of-test.ts'
import { findings } from './axe.ts'
import { Api, accountMenu, address, expect, first, live, stored, test } from './console.ts'
import { fresh, logIn, makeOfficer, makePerson, type NewPerson } from './people.ts'

test.use({ serviceWorkers: 'block' })

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The first step of a login. */
async function begin(page: Page, { username, password }: NewPerson) {
  await field(page, 'Account').fill(username)
  await field(page, 'Password').fill(password)
  await button(page, 'Log in').click()
}

/** Another name of the same machine is another place to the browser, with a language of its own. */
const inEnglish = (context: BrowserContext) => context.addInitScript(() => localStorage.setItem('lang', 'en'))

/** Keys are bound to a name, and no browser binds one to a bare address; this one's key is touched at once. */
async function withKey(page: Page) {
  await page.goto(address('/login').replace('127.0.0.1', 'localhost'))
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('from setting an app up to a lost phone', async ({ consoles }) => {
  const admin = await Api.logIn('admin')
  const officer = await makeOfficer(admin, fresh('王'))
  const page = await consoles.open({ as: await Api.logIn(officer.username), width: 'phone' })
  await live(page)

  await (await accountMenu(page)).getByRole('button', { name: 'Second factor' }).click()
  await button(page, 'Set up an authenticator app').click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const secret = bytesOf(key.replaceAll(' ', ''))
  await field(page, 'Code from the app').fill(codeOfStep(secret, stepAt(Date.now())))
  await field(page, 'Your own password').fill(officer.password)
  await button(page, 'Confirm').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const lost = await codes.first().innerText()
  await button(page, 'I have kept them').click()
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible()
  await button(page, 'Close').click()

  // The code of the next half minute: the one of this was used.
  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await begin(page, officer)
  await expect(page.getByText(/open your authenticator app/)).toBeVisible()
  expect(await stored(page, 'token')).toBeNull()
  expect(await findings(page)).toEqual([])
  await field(page, 'Code from the app').fill(codeOfStep(secret, stepAt(Date.now()) + 1))
  await field(page, 'Code from the app').press('Enter')
  await live(page)

  // The phone is lost: a recovery code lets its person in, once.
  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await begin(page, officer)
  await button(page, 'Use a recovery code').click()
  await field(page, 'Recovery code').fill(lost)
  await button(page, 'Log in').click()
  await live(page)

  // An administrator takes the rest away; the person is told when they come in with the password alone.
  expect((await admin.post('user/user/resetFactor', { id: officer.id })).code).toBe(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await begin(page, officer)
  await live(page)
})

test('a passkey is added, proves the second step, and lets its person in alone', async ({ consoles }) => {
  const officer = await makeOfficer(await Api.logIn('admin'), fresh('李'))
  const page = await consoles.open({ width: 'phone', prepare: inEnglish })
  await withKey(page)
  await begin(page, officer)
  await live(page)
  await (await accountMenu(page)).getByRole('button', { name: 'Second factor' }).click()
  await field(page, 'Name of the new passkey').fill('Office phone')
  await field(page, 'Your own password').fill(officer.password)
  await button(page, 'Add a passkey').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await button(page, 'I have kept them').click()
  await expect(page.getByText('Office phone')).toBeVisible()
  expect(await findings(page)).toEqual([])

  // The key proves its person in the session as well, and new codes come in the place of the old ones.
  await field(page, 'Your own password').fill(officer.password)
  await button(page, 'Make new recovery codes').click()
  await expect(codes).toHaveCount(10)
  const lost = await codes.first().innerText()
  await button(page, 'I have kept them').click()
  await button(page, 'Close').click()

  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await begin(page, officer)
  await button(page, 'Use a passkey').click()
  await live(page)

  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await button(page, 'Use a passkey').click()
  await live(page)

  // The key is lost: a code stands in for it.
  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await begin(page, officer)
  await button(page, 'Use a recovery code').click()
  await field(page, 'Recovery code').fill(lost)
  expect(await findings(page)).toEqual([])
  await button(page, 'Log in').click()
  await live(page)
})

/** A tenant of its own, whose rules ask everybody for a second factor, and somebody there who has none. */
async function ruledOfficer(): Promise<NewPerson> {
  const root = await Api.logIn('root')
  const tenant = await root.post('user/tenant/save', {
    name: fresh('Tenant '),
    scenario: 'campus',
    status: 1,
  })
  if (tenant.code !== 0) throw new Error(`tenant: ${JSON.stringify(tenant)}`)
  const tenantId = tenant.data.id
  const roles = (await root.get('user/role/page', { tenantId, size: 100 })).data.list
  const roleOf = (name: string) => first(roles.filter(role => role.name === name)).id
  const keeper = await makePerson(root, [roleOf('租户管理员')], fresh('赵'), { tenantId })
  const officer = await makePerson(root, [roleOf('值班人员')], fresh('钱'), { tenantId })
  const api = await logIn(keeper)
  // Whoever asks it of others has done it.
  const { data: app } = await api.post<{ secret: string }>('auth/auth/beginApp', {})
  const code = codeOfStep(bytesOf(app.secret), stepAt(Date.now()))
  await api.post('auth/auth/confirmApp', { password: keeper.password, code })
  const rules = { secondFactor: 'everybody', leastPassword: 8, idleMinutes: null, sessionHours: null }
  const saved = await api.post('user/tenant/saveSignInRules', { ...rules, version: 0 })
  if (saved.code !== 0) throw new Error(`rules: ${JSON.stringify(saved)}`)
  return officer
}

test('whoever is asked for a second factor chooses a passkey, and comes in by it', async ({ consoles }) => {
  const officer = await ruledOfficer()
  const page = await consoles.open({ width: 'phone', prepare: inEnglish })
  await withKey(page)
  await begin(page, officer)
  await expect(page.getByText(/Your organisation asks for a second factor/)).toBeVisible()
  expect(await stored(page, 'token')).toBeNull()
  expect(await findings(page)).toEqual([])
  // The app is in the same place, and one may come back from it.
  await button(page, 'Set up an authenticator app').click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await button(page, 'Back').click()
  await button(page, 'Add a passkey').click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  expect(await stored(page, 'token')).toBeNull()
  await button(page, 'I have kept them').click()
  await live(page)

  await (await accountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await begin(page, officer)
  await expect(page.getByText(/One more step: use your passkey/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await button(page, 'Use a passkey').click()
  await live(page)
})

test('the sign-in rules are looked at and saved', async ({ consoles }) => {
  const api = await Api.logIn('campus')
  // A second run begins like the first.
  const rules = { secondFactor: 'nobody', leastPassword: 8, idleMinutes: null, sessionHours: null }
  const { version } = (await api.get('user/tenant/signInRules')).data
  await api.post('user/tenant/saveSignInRules', { ...rules, version })
  const page = await consoles.open({ as: api, at: '/signInRules' })
  const least = field(page, 'Shortest password')
  await expect(least).toHaveValue('8 characters')
  expect(await findings(page)).toEqual([])
  await least.fill('10')
  await button(page, 'Save').click()
  await expect(page.getByText(/^Last changed by/)).toBeVisible()
  await expect(least).toHaveValue('10 characters')
})
