// Three helmets are called into a room, the call is recorded and ended, and the recording is found in the list and played.
import { expect, type Page, test } from 'playwright/test'
import { createDemoHelmets } from '../../server/simulator/conference/demo-helmets.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../server/start.ts'
import { findings } from './axe.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

const ROOM = '4711'
let server: TestServer
const helmets = createDemoHelmets()
const imeis = ['860000000000011', '860000000000012', '860000000000013']

test.beforeAll(async () => {
  server = await startServer({ CONFERENCE_ADDRESS: '127.0.0.1' })
  await server.sql(async sql => {
    // What waits from before would lie over the page.
    await sql.change(`update alarm set status = 'handled'`)
    await sql.change('delete from card_notice')
    // The one letter on the account button stands in the name, as axe wants it of what is shown.
    await sql.change(`update account set name = '林' where username = 'admin'`)
    await sql.change('delete from recording')
    const { here } = server
    const [sample] = await sql.query<{ category_id: number; kind: string; department_id: number | null }>(
      'select category_id, kind, department_id from device where id = $1',
      [here.deviceId],
    )
    for (const [at, imei] of imeis.entries()) {
      const id = await insert(sql, 'device', {
        tenant_id: here.tenantId,
        imei,
        name: `Helmet ${at + 1}`,
        ...sample,
      })
      await sql.change('insert into device_state (device_id, tenant_id, state) values ($1, $2, $3)', [
        id,
        here.tenantId,
        'online',
      ])
    }
  })
  server.app.parts.bus.on('conference.called', ({ calls }) => {
    for (const { message } of calls) helmets.called(message, server.url)
  })
})
test.afterAll(async () => {
  helmets.stop()
  await server?.stop()
})

async function logIn(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto(`${server.url}/#/login`)
  await page.getByRole('textbox', { name: 'Account' }).fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login/)
}
const open = (page: Page, path: string) => page.goto(`${server.url}/#${path}`)

/** Frames that were decoded of all pictures of the player. */
const decoded = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')].reduce(
      (sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames,
      0,
    ),
  )
/** How far the playing elements are apart, in milliseconds of the recording. */
const apart = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const times = [...document.querySelectorAll('video')]
      .filter(({ paused }) => !paused)
      .map(one => one.currentTime)
    return times.length < 2 ? 0 : (Math.max(...times) - Math.min(...times)) * 1000
  })

test('a call of three helmets is recorded, found and played', async ({ page }) => {
  await logIn(page)
  await open(page, `/roOm?roomId=${ROOM}`)
  await expect(page.getByRole('button', { name: 'Leave room' })).toBeVisible()
  const called = await server.call('/api/device/order/manyVideoCallToJuphoon', {
    token: server.tokens.admin,
    body: { imeis, hide: false, roomId: ROOM, video: true },
  })
  expect(called.data).toMatchObject({ called: imeis })
  for (const name of ['Helmet 1', 'Helmet 2', 'Helmet 3'])
    await expect(page.getByRole('region', { name: 'List of participants' })).toContainText(name, {
      timeout: 20_000,
    })

  await page.getByRole('button', { name: /^Record off/ }).click()
  await expect(page.getByText('Video recording started')).toBeVisible()
  // Long enough for a busy machine to send something of everybody.
  await expect(page.getByRole('button', { name: /End recording 00:00:1\d/ })).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: /End recording/ }).click()
  await expect(page.getByText('Video recording ended')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Leave room' }).click()

  await expect
    .poll(
      () =>
        server.sql(sql =>
          sql.first<{ state: string; trouble: string | null }>(
            'select state, trouble from recording where room_id = $1',
            [ROOM],
          ),
        ),
      { timeout: 60_000 },
    )
    .toMatchObject({ state: 'ready', trouble: null })
  await open(page, '/VCRList')
  const row = page.getByRole('row', { name: new RegExp(ROOM) })
  await expect(row).toContainText('Ready')
  await row.click()
  await expect(page.getByText(imeis[0] ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  for (const name of ['Helmet 1', 'Helmet 2', 'Helmet 3'])
    await expect(
      page.getByRole('list', { name: 'Recorded pictures' }).getByRole('listitem', { name }),
    ).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Helmet 2')
  expect(await findings(page)).toEqual([])
  const began = await decoded(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => (await decoded(page)) - began, { timeout: 20_000 }).toBeGreaterThan(30)
  await expect.poll(() => apart(page), { timeout: 10_000 }).toBeLessThan(400)
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(page.getByTestId('place')).toContainText('00:00 /')
  await page.keyboard.press('.')
  // A frame on: the pictures begin later than the recording does.
  await expect(page.getByRole('slider', { name: 'Moment' })).not.toHaveValue('0')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download Helmet 1 Picture/ }).click()
  expect((await file).suggestedFilename()).toMatch(/\.webm$/)
})
