// What cameras recorded is played: set in the page, six pictures on one clock, an alarm on the timeline, a clip, a hold, a phone.
import { expect, type Page, test } from 'playwright/test'
import { type SimulatedCameras, startSimulatedCameras } from '../../server/simulator/cameras/rtsp-server.ts'
import { sceneNames } from '../../server/simulator/cameras/scenes.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../server/start.ts'
import { findings } from './axe.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

// What the first one records the others play.
test.describe.configure({ mode: 'serial' })

let server: TestServer
let simulated: SimulatedCameras
const ids: number[] = []
let begun = 0

const call = async <Data>(path: string, body: unknown): Promise<Data> => {
  const { code, id, data } = await server.call(`/api/device/camera/${path}`, {
    token: server.tokens.admin,
    body,
  })
  if (code !== 0) throw new Error(`${path}: ${id}`)
  return data as Data
}
const set = (cameraId: number, mode: string) =>
  call('recordings/save', { cameraId, mode, weekly: [], beforeSeconds: 5, afterSeconds: 10, days: 14 })
interface Lane {
  stretches: { from: number; to: number; held: boolean }[]
  writingFrom: number | null
}
const lanes = async (): Promise<Lane[]> => {
  const period = { from: Date.now() - 600_000, to: Date.now() + 60_000 }
  return (await call<{ lanes: Lane[] }>('recorded', { cameraIds: ids, ...period })).lanes
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  simulated = await startSimulatedCameras()
  server = await startServer({ CONFERENCE_ADDRESS: '127.0.0.1', CAMERA_LOOPBACK: 'on' })
  await server.sql(async sql => {
    await sql.change(`update tenant set camera_networks = '127.0.0.0/8'`)
    // What waits from before would lie over the page.
    await sql.change(`update alarm set status = 'handled'`)
    await sql.change('delete from card_notice')
    // The one letter on the account button stands in the name, as axe wants it of what is shown.
    await sql.change(`update account set name = '林' where username = 'admin'`)
  })
  for (let index = 0; index < 6; index++) {
    const { id } = await call<{ id: number }>('save', {
      name: index === 1 ? 'Camera 2, northern entrance of the building site' : `Camera ${index + 1}`,
      source: 'rtsp',
      mainAddress: `rtsp://127.0.0.1:${simulated.port}/${sceneNames[index % sceneNames.length]}`,
      deviceId: index === 0 ? server.here.deviceId : null,
      talks: false,
      enabled: true,
    })
    ids.push(id)
  }
})
test.afterAll(async () => {
  await server?.stop()
  await simulated?.stop()
})

async function open(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto(`${server.url}/#/login`)
  await page.getByRole('textbox', { name: 'Account' }).fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login/)
  await page.goto(`${server.url}/#${path}`)
}

/** The moments that the pictures show which play. */
const moments = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')]
      .filter(video => video.style.display !== 'none' && video.readyState >= 2 && !video.seeking)
      .map(video => Number(video.dataset.from) + video.currentTime * 1000),
  )
const decoded = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')]
      .filter(video => video.style.display !== 'none')
      .map(video => video.getVideoPlaybackQuality().totalVideoFrames),
  )
const apart = (all: number[]) => (all.length < 2 ? 0 : Math.max(...all) - Math.min(...all))

test('a camera is set to record, and six are played on one clock', async ({ page }) => {
  test.setTimeout(180_000)
  await open(page, '/monitoringVideo')
  await expect(page.getByText('Choose cameras to play what they recorded')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Recording settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recording settings' })
  await dialog.getByRole('combobox', { name: 'When it records' }).click()
  await page.getByRole('option', { name: 'Always' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Days kept' })).toHaveValue('14')
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  for (const id of ids.slice(1)) await set(id, 'always')
  await expect
    .poll(async () => (await lanes()).every(({ writingFrom }) => writingFrom !== null), { timeout: 30_000 })
    .toBe(true)
  // The first of them was set in the page.
  begun = Math.max(...(await lanes()).map(({ writingFrom }) => writingFrom ?? 0))
  const raisedAt = begun + 6_000
  await server.sql(sql =>
    insert(sql, 'alarm', {
      tenant_id: server.here.tenantId,
      type: 'sos',
      severity: 'critical',
      title: 'SOS',
      device_id: server.here.deviceId,
      imei: server.here.imei,
      device_name: 'Helmet of the gate',
      device_kind: 'helmet',
      department_id: server.here.departmentId,
      raised_at: raisedAt,
      status: 'handled',
    }),
  )
  await expect.poll(() => Date.now(), { timeout: 30_000 }).toBeGreaterThan(begun + 14_000)
  for (const id of ids) await set(id, 'off')
  await expect
    .poll(async () => (await lanes()).every(({ stretches }) => stretches.length > 0), { timeout: 30_000 })
    .toBe(true)

  await page.goto(`${server.url}/#/monitoringVideo?cameras=${ids.join(',')}&at=${begun + 500}`)
  await expect(page.locator('figure')).toHaveCount(6)
  await expect.poll(async () => (await moments(page)).length, { timeout: 20_000 }).toBe(6)
  // The page was open before: its clock goes to where the address says.
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
  const before = await decoded(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect
    .poll(
      async () => (await decoded(page)).filter((count, index) => count > (before[index] ?? 0) + 8).length,
      {
        timeout: 20_000,
      },
    )
    .toBe(6)
  await expect.poll(async () => apart(await moments(page)), { timeout: 10_000 }).toBeLessThan(200)
  await page.keyboard.press(' ')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()

  // Still, all show the same moment.
  await expect.poll(async () => apart(await moments(page)), { timeout: 10_000 }).toBeLessThan(80)
  const at = async () =>
    Number(await page.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuenow'))
  const still = await at()
  await page.keyboard.press('.')
  expect((await at()) - still).toBe(40)
  await page.keyboard.press(',')
  expect(await at()).toBe(still)
  await page.keyboard.press('ArrowLeft')
  expect(await at()).toBe(still - 5_000)

  // Half a minute before the alarm there was nothing yet: the clock goes on where pictures begin.
  await page.getByRole('button', { name: /^30 s before: .*Helmet of the gate/ }).click()
  await expect
    .poll(at)
    .toBeGreaterThanOrEqual(Math.min(...(await lanes()).map(one => one.stretches[0]?.from ?? 0)))
  await page.getByRole('radiogroup', { name: 'In sight' }).getByText('10 min').click()
  await page.getByRole('button', { name: 'Pause' }).click()
})

test('a clip is cut as a task, and what lies in it is held', async ({ page }) => {
  test.setTimeout(120_000)
  await open(page, `/monitoringVideo?cameras=${ids.slice(0, 2).join(',')}&at=${begun + 2_000}`)
  await expect.poll(async () => (await moments(page)).length, { timeout: 20_000 }).toBe(2)
  await page.getByRole('button', { name: 'Cut a clip' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Monitoring playback' }).click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'End the clip here' }).click()
  await page.getByRole('button', { name: 'Clip', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hold' })
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(dialog.getByText('Must not be empty')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Accident at the gate')
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await lanes()).map(({ stretches }) => stretches.some(({ held }) => held))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  await page.getByRole('button', { name: 'Clip', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  await expect(page.getByText('The clip is being cut. It will be among the download tasks.')).toBeVisible()
  await page.goto(`${server.url}/#/DownloadTask`)
  const row = page.getByRole('row', { name: /cameras-.*\.zip/ })
  await expect(row).toContainText('Done', { timeout: 20_000 })
  const file = page.waitForEvent('download')
  await row.getByRole('button', { name: /Download/ }).click()
  expect((await file).suggestedFilename()).toMatch(/^cameras-.*\.zip$/)
})

test('on a phone one camera is played, and a moment without a picture says so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/monitoringVideo?cameras=${ids[1]}&at=${begun + 2_000}`)
  await expect.poll(async () => (await moments(page)).length, { timeout: 20_000 }).toBe(1)
  // However long its name is, nothing stands beyond the edge.
  const edge = await page.locator('figure').evaluate(figure => figure.getBoundingClientRect().right)
  expect(edge).toBeLessThanOrEqual(390)
  expect(await findings(page)).toEqual([])
  await page.getByRole('slider', { name: 'Moment' }).press('Home')
  await expect(page.locator('figure').getByRole('status')).toHaveText('Not recorded')
})

test('below the wall stands what its cameras recorded, and a moment of it is played', async ({ page }) => {
  await open(page, '/monitor')
  await page.getByRole('button', { name: 'Open a picture', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Open a picture' })
  await dialog.getByRole('listitem').filter({ hasText: 'Camera 1' }).getByRole('button').click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const below = page.getByRole('region', { name: 'Recorded' })
  await expect(below.getByRole('button', { name: 'Choose a moment to play it' })).toBeDisabled()
  await below.getByRole('slider', { name: 'Moment' }).press('PageUp')
  await below.getByRole('button', { name: /^Play from 2/ }).click()
  await expect(page).toHaveURL(new RegExp(`monitoringVideo.*cameras=%?2?2?${ids[0]}`))
  await expect(page.locator('figure')).toHaveCount(1)
})
