// The first hour of an installation, by the guide alone: from no administrator to the first SOS on a colleague's phone.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from 'playwright/test'
import { type ConsoleProcess, startConsole } from '../console-process.ts'
import { connectClient } from '../mqtt-client.ts'

const ADMINISTRATOR = { username: 'first', password: 'correct horse battery' }
const COLLEAGUE = { username: 'watcher', password: 'Chosen-2026!' }
const IMEI = '860000000000777'

interface Fresh {
  console: ConsoleProcess
}

const test = base.extend<Fresh>({
  // biome-ignore lint/correctness/noEmptyPattern: fixtures are asked for by destructuring
  console: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-first-hour-'))
    const environment = { NODE_ENV: 'production', DEMO: 'off', DATA_DIR: dataDir }
    const early = await startConsole(environment)
    // In the terminal and to whoever asks: nobody can come in yet.
    expect(early.said()).toContain('npm run create-administrator')
    expect(await nobody(early)).toBe(true)
    await early.stop()
    const made = spawnSync(process.execPath, ['server/commands/create-administrator.ts'], {
      env: {
        ...{ ...process.env, ...environment },
        ...{ ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
      },
      encoding: 'utf8',
    })
    expect(made.stderr).toBe('')
    const running = await startConsole(environment)
    expect(await nobody(running)).toBeUndefined()
    await use(running)
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

test.use({ serviceWorkers: 'block', permissions: ['clipboard-read', 'clipboard-write'] })

async function nobody({ url }: ConsoleProcess): Promise<unknown> {
  const answer: { data: { nobody?: true } } = await (await fetch(`${url}/api/auth/auth/boot`)).json()
  return answer.data.nobody
}

const speakEnglish = (page: Page) => page.addInitScript(() => localStorage.setItem('lang', 'en'))
const step = (page: Page, name: string) => page.locator(`[data-step="${name}"]`)
const isDone = (page: Page, name: string) => expect(step(page, name)).toHaveAttribute('data-state', 'done')
const open = (page: Page, name: string) => step(page, name).locator('h2 button').click()

test('from no administrator to the first SOS on a phone', async ({ console: fresh, page, browser }) => {
  await speakEnglish(page)
  await page.goto(`${fresh.url}/#/login`)
  await page.getByRole('textbox', { name: 'Account' }).fill(ADMINISTRATOR.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Log in' }).click()

  // The guide is the landing page, and its first step is open.
  await expect(page).toHaveURL(/#\/setup/)
  await page.getByRole('checkbox', { name: 'Construction site' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await isDone(page, 'organisation')

  await open(page, 'people')
  await page.getByLabel('Who is invited').fill('Wang Fang')
  await page.getByRole('combobox', { name: 'As' }).click()
  await page.getByRole('option', { name: '值班人员' }).click()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const code = await page.locator('[data-code] bdi').innerText()

  const phone = await browser.newPage({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ...{ locale: 'en-GB', serviceWorkers: 'block' },
  })
  await speakEnglish(phone)
  await phone.goto(`${fresh.url}/#/join?code=${code}`)
  await phone.getByLabel('Name for logging in').fill(COLLEAGUE.username)
  await phone.getByLabel('New password', { exact: true }).fill(COLLEAGUE.password)
  await phone.getByLabel('New password again').fill(COLLEAGUE.password)
  await phone.getByRole('button', { name: 'Join and log in' }).click()
  await expect(phone).not.toHaveURL(/join/)
  await isDone(page, 'people')

  await open(page, 'device')
  await page.getByLabel('IMEI', { exact: true }).fill(IMEI)
  await page.getByLabel('Name', { exact: true }).fill('Gate watch')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Watch', exact: true }).click()
  await page.getByRole('button', { name: 'Add and show how it connects' }).click()
  const details = page.locator('[data-details] dd')
  await expect(details.first()).toBeVisible()
  const [host = '', port = '', username = '', password = ''] = await details
    .locator('bdi[dir="ltr"]')
    .allInnerTexts()
  expect(username).toBe(IMEI)
  const watch = await connectClient(`mqtt://${host}:${port}`, { username, password, clientId: IMEI })
  const says = (message: object) =>
    watch.publishAsync(`sfwatch/${IMEI}/server`, JSON.stringify(message), { qos: 1 })
  await says({ code: '1001', appVersion: '1.0' })
  await says({ code: '2002', lat: 22.54, lon: 114.05, accuracy: 8, source: 'gps' })
  await expect(page.locator('[data-heard="true"]')).toBeVisible()
  await isDone(page, 'device')
  await isDone(page, 'place')

  await open(page, 'sound')
  await page.getByRole('button', { name: 'Play the tone' }).click()
  await page.getByRole('button', { name: 'I heard it' }).click()
  await isDone(page, 'sound')

  // The test says that it is one, and the colleague takes it.
  await open(page, 'alarm')
  await page.getByRole('button', { name: 'Raise a test alarm' }).click()
  await expect(phone.getByText('This is a test alarm', { exact: false })).toBeVisible()
  await phone.getByRole('button', { name: "I'll take it" }).click()
  await isDone(page, 'alarm')
  await expect(step(page, 'alarm').getByText('Wang Fang').first()).toBeVisible()
  // What matters is done: the phone hears the real one.
  await phone.getByRole('button', { name: 'Close', exact: true }).click()
  await says({ code: '3001', type: 15 })
  const cry = phone.getByRole('alertdialog')
  await expect(cry).toBeVisible()
  await expect(cry).toContainText('Gate watch')
  await expect(cry).not.toContainText('test alarm')
  await watch.endAsync()
  await phone.close()
})
