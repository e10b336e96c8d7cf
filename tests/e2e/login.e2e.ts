// Into a session in every way, and out of it.
import type { Page } from 'playwright/test'
import {
  Api,
  accountMenu,
  address,
  consoleUrl,
  DEMO_PASSWORD,
  expect,
  live,
  stored,
  test,
} from './console.ts'
import { logIn, makeOfficer } from './people.ts'

const home = (page: Page) => expect(page.getByRole('heading', { level: 1, name: /^Alarms/ })).toBeVisible()
const atLogin = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await expect(page).toHaveURL(/#\/login$/)
}
const account = (page: Page) => page.getByRole('textbox', { name: 'Account' })
const password = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true })
const signIn = (page: Page) => page.getByRole('button', { name: 'Log in' }).click()

test('by account: empty fields and a wrong password are told, the right one leads in', async ({
  consoles,
}) => {
  const page = await consoles.open()
  await atLogin(page)
  await signIn(page)
  await expect(page.getByText('Account must not be empty')).toBeVisible()
  await expect(page.getByText('Password must not be empty')).toBeVisible()
  await expect(account(page)).toBeFocused()

  await account(page).fill('admin')
  await expect(page.getByText('Account must not be empty')).toBeHidden()
  await password(page).fill('not the password')
  await signIn(page)
  await expect(page.getByText('The account or the password is wrong')).toBeVisible()
  expect(await stored(page, 'token')).toBeNull()

  await password(page).fill(DEMO_PASSWORD)
  await signIn(page)
  await home(page)
  expect(await stored(page, 'token')).toBeTruthy()
  expect(JSON.parse((await stored(page, 'permissionList')) ?? '[]')).toContain('device.read')
  expect(JSON.parse((await stored(page, 'children')) ?? '[]')).toContain('DeviceList')
  expect(JSON.parse((await stored(page, 'usinfo')) ?? '{}')).toMatchObject({ username: 'admin' })
  expect(JSON.parse((await stored(page, 'menu')) ?? '[]').length).toBeGreaterThan(1)
})

test('an unknown account is answered in the words of a wrong password', async ({ consoles }) => {
  const page = await consoles.open()
  await account(page).fill('nobody-of-that-name')
  await password(page).fill(DEMO_PASSWORD)
  await signIn(page)
  await expect(page.getByText('The account or the password is wrong')).toBeVisible()
})

test('by phone: the code from the outbox leads in, a wrong one does not', async ({ consoles }) => {
  // A number of its own: to one that was sent a code just now no other is sent.
  const number = `137${String(Date.now()).slice(-8)}`
  const { username } = await makeOfficer(await Api.logIn('admin'), undefined, { phone: number })
  const page = await consoles.open()
  await page.getByRole('tab', { name: 'Phone' }).click()
  const phone = page.getByRole('textbox', { name: 'Phone number' })
  const code = page.getByRole('textbox', { name: 'SMS code' })
  await phone.fill('')
  await signIn(page)
  await expect(page.getByText('Phone number must not be empty')).toBeVisible()
  await phone.fill('1380')
  await expect(page.getByText('Enter a mobile number of 11 digits')).toBeVisible()
  await phone.fill(number)
  await signIn(page)
  await expect(page.getByText('SMS code must not be empty')).toBeVisible()

  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: /^Again in \d+ s$/ })).toBeDisabled()
  const sent = async () => {
    const response = await fetch(`${consoleUrl()}/api/auth/auth/outbox?phone=${number}`)
    const { data }: { data: { text: string }[] } = await response.json()
    return data[0]?.text.match(/\d{6}/)?.[0]
  }
  await expect.poll(sent).toBeTruthy()
  const right = (await sent()) ?? ''
  await code.fill(right === '000000' ? '111111' : '000000')
  await signIn(page)
  await expect(page.getByText('The code is wrong or no longer valid')).toBeVisible()
  await code.fill(right)
  await signIn(page)
  await home(page)
  expect(JSON.parse((await stored(page, 'usinfo')) ?? '{}')).toMatchObject({ username })
})

test('as a visitor: reads, and is offered nothing to change', async ({ consoles }) => {
  const page = await consoles.open()
  await page.getByRole('tab', { name: 'Visitor' }).click()
  await page.getByRole('button', { name: 'Enter as a visitor' }).click()
  await home(page)
  await page.goto(address('/DeviceList'))
  await expect(page.getByRole('heading', { level: 1, name: /^Devices/ })).toBeVisible()
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add device' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
  const menu = await accountMenu(page)
  await expect(menu.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Change password' })).toHaveCount(0)
})

test('the language is chosen before the login and stays', async ({ consoles }) => {
  const page = await consoles.open({ language: 'cn' })
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  await page.getByRole('combobox').selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(await stored(page, 'lang')).toBe('de')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('combobox').selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('combobox').selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('code 208 of any call ends the session', async ({ consoles }) => {
  const officer = await logIn(await makeOfficer(await Api.logIn('admin')))
  const page = await consoles.open({ as: officer })
  await home(page)
  // The broker must not be the one to tell.
  await page.route('**/api/message/message/config', route => route.abort())
  await page.routeWebSocket(/\/mqtt/, socket => socket.close())
  await page.reload()
  await home(page)
  expect((await officer.post('auth/auth/logout', {})).code).toBe(0)
  await page.goto(address('/DeviceList'))
  await atLogin(page)
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
  expect(await stored(page, 'token')).toBeNull()
  expect(await stored(page, 'menu')).toBeNull()
  expect(await stored(page, 'lang')).toBe('en')
})

test('a session that ends elsewhere leaves the screen at once', async ({ consoles }) => {
  const person = await makeOfficer(await Api.logIn('admin'))
  const page = await consoles.open({ as: await logIn(person) })
  await live(page)
  const other = await logIn(person)
  const changed = await other.post('auth/auth/changePassword', {
    oldPassword: person.password,
    newPassword: 'Another-2026!',
  })
  expect(changed.code).toBe(0)
  await atLogin(page)
})

test('changes the own password', async ({ consoles }) => {
  const person = await makeOfficer(await Api.logIn('admin'))
  const page = await consoles.open({ as: await logIn(person) })
  const menu = await accountMenu(page)
  await menu.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill('wrong')
  await dialog.getByLabel('New password', { exact: true }).fill('short')
  await dialog.getByLabel('New password again').fill('shorter')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('At least 8 characters')).toHaveCount(2)
  await expect(dialog.getByText('The passwords do not match')).toBeVisible()
  await dialog.getByLabel('New password', { exact: true }).fill('Changed-2026!')
  await dialog.getByLabel('New password again').fill('Changed-2026!')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('The password is wrong')).toBeVisible()
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The password was changed. Other devices are logged out.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(Api.logIn(person.username, person.password)).rejects.toThrow()
  await Api.logIn(person.username, 'Changed-2026!')
})

test('logs out: the token is dead on the server too', async ({ consoles }) => {
  const officer = await logIn(await makeOfficer(await Api.logIn('admin')))
  const page = await consoles.open({ as: officer, at: '/DeviceList' })
  await live(page)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Alarms' }).click()
  await home(page)
  const menu = await accountMenu(page)
  await menu.getByRole('button', { name: 'Log out' }).click()
  await atLogin(page)
  await expect.poll(async () => (await officer.get('device/device/page')).code).toBe(208)
  expect(await stored(page, 'token')).toBeNull()
  await page.goBack()
  await atLogin(page)
})
