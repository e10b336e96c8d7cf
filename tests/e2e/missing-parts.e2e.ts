// A part of the console that cannot be fetched: the page comes by itself the second time, or says so, and never waits for ever.
import type { BrowserContext, Page } from 'playwright/test'
import { Api, address, expect, live, test } from './console.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

// What the worker has stored would come without being fetched.
const withoutWorker = (context: BrowserContext) => context.route('**/sw.js', route => route.abort())

/** Scripts that are fetched from now on fail, so many times. */
async function losing(page: Page, times: number): Promise<{ lost: number }> {
  const state = { lost: 0 }
  await page.route('**/assets/*.js', async route => {
    if (state.lost >= times) return route.continue()
    state.lost++
    return route.abort()
  })
  return state
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^Geofences/ })
const offer = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' }).first()

test('a script that fails once is fetched again without a word', async ({ consoles }) => {
  const page = await consoles.open({ as: admin, at: '/AlarmHistory', prepare: withoutWorker })
  await live(page)
  const state = await losing(page, 1)
  await page.evaluate(() => {
    location.hash = '/fenceList'
  })
  await expect(heading(page)).toBeVisible()
  expect(state.lost).toBe(1)
  await expect(page).toHaveURL(/#\/fenceList/)
})

test('a script that stays away is said, and can be tried again', async ({ consoles }) => {
  const page = await consoles.open({ as: admin, at: '/AlarmHistory', prepare: withoutWorker })
  await live(page)
  // The page has loaded itself again before: that does not help.
  await page.evaluate(() => sessionStorage.setItem('gatehouse.reloaded', String(Date.now())))
  await losing(page, Number.POSITIVE_INFINITY)
  await page.evaluate(() => {
    location.hash = '/fenceList'
  })
  await expect(offer(page)).toBeVisible()
  await expect(page.getByTestId('skeleton')).toHaveCount(0)
  await page.unroute('**/assets/*.js')
  await offer(page).getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toBeVisible()
})

test('a page whose script hangs offers to be loaded again', async ({ consoles }) => {
  const page = await consoles.open({ as: admin, at: '/AlarmHistory', prepare: withoutWorker })
  await live(page)
  // What hangs goes on hanging: taking the route away would let the scripts through, and the page would come by itself.
  let hanging = true
  await page.route('**/assets/*.js', route => (hanging ? undefined : route.continue()))
  await page.evaluate(() => {
    location.hash = '/fenceList'
  })
  const slow = page.getByRole('status').filter({ hasText: 'Loading takes unusually long' })
  await expect(slow).toBeVisible()
  hanging = false
  await slow.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toBeVisible()
})

test('an address that is opened while the login is on its way leads to a page', async ({ consoles }) => {
  const page = await consoles.open({ prepare: withoutWorker })
  await page.route('**/auth/auth/login', async route => {
    await page.evaluate(() => {
      location.hash = '/fenceList'
    })
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Account' }).fill('admin')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Demo-2026!')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^(Alarms|Geofences)/ })).toBeVisible()
  await page.goto(address('/fenceList'))
  await expect(heading(page)).toBeVisible()
})
