// An organisation's own sign-in service: set up and tried by its administrator, then walked through by somebody who is new here.
import type { Page } from 'playwright/test'
import { CLIENT, startProvider, type TestProvider } from '../server/modules/identity/provider-of-test.ts'
import { findings } from './axe.ts'
import { Api, accountMenu, consoleUrl, expect, live, test } from './console.ts'
import { fresh } from './people.ts'

test.use({ serviceWorkers: 'block' })

let provider: TestProvider
test.beforeAll(async () => {
  provider = await startProvider(`${consoleUrl()}/api/auth/provider/return`)
})
test.afterAll(() => provider.stop())

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('is set up, tried, and lets somebody in who was unknown', async ({ consoles }) => {
  const name = fresh('Ada')
  provider.people.ada = { preferred_username: 'ada.harbour', name }
  const page = await consoles.open({ as: await Api.logIn('admin'), at: '/identityProvider' })
  await field(page, 'Name on the button').fill('Harbour ID')
  await field(page, 'Sign-in name of your organisation').fill('harbour')
  await field(page, 'Issuer').fill(provider.issuer)
  await field(page, 'Client ID').fill(CLIENT.id)
  const secret = page.getByLabel('Client secret', { exact: true })
  await secret.fill('not the secret')
  await button(page, 'Try it').click()
  await expect(page.getByText('It does not know the client ID, or the secret is wrong')).toBeVisible()
  await secret.fill(CLIENT.secret)
  await button(page, 'Try it').click()
  await expect(page.getByText('Yes', { exact: true })).toHaveCount(3)
  await page.getByRole('radio', { name: 'They are added' }).check()
  await page.getByRole('switch', { name: 'People log in by this provider' }).check()
  expect(await findings(page)).toEqual([])
  await button(page, 'Save').click()
  await expect(page.getByText('One is stored and is never shown.', { exact: false })).toBeVisible()

  const person = await consoles.open({
    ...{ at: '/login?tenant=harbour', width: 'phone' },
    // The pages of the provider ask the internet for a font.
    prepare: context => context.route('https://**', route => route.abort()),
  })
  await button(person, 'Log in with Harbour ID').click()
  await person.getByPlaceholder('Enter any login').fill('ada')
  await person.getByPlaceholder('and password').fill('any')
  await button(person, 'Sign-in').click()
  await button(person, 'Continue').click()
  await live(person)
  const menu = await accountMenu(person)
  await expect(menu.getByText(name)).toBeVisible()

  // Logged out, the browser still knows whose sign-in service it was; somebody of another one finds theirs by its name.
  await menu.getByRole('button', { name: 'Log out' }).click()
  await expect(button(person, 'Log in with Harbour ID')).toBeVisible()
  expect(await findings(person)).toEqual([])
  await button(person, 'Another organisation').click()
  await field(person, 'Sign-in name of your organisation').fill('nobody-here')
  await button(person, 'Continue').click()
  await expect(person.getByText(/There is no organisation with this sign-in name/)).toBeVisible()
})
