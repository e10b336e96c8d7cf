// Live video over the real service, of the demo's simulated cameras: six pictures that are decoded, a seventh refused, an alarm
// that opens its camera and gives the place back, a still that becomes a photo, and all of it on a phone.
import type { Page } from 'playwright/test'
import { findings } from './axe.ts'
import { Api, test as base, type Consoles, expect, first, type Row } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { fresh } from './people.ts'
import { startPrepared } from './prepared-console.ts'
import { pairedScreen } from './wall.ts'

const SMOKE = { code: '3001', type: 8 }

/** Cameras move in the demo only: the console of the other walks has none that send. */
const test = base.extend<object, { moving: undefined }>({
  moving: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const running = await startPrepared({ SIMULATE: 'on' })
      const { CONSOLE_URL, CONSOLE_MQTT, CONSOLE_DATA } = process.env
      Object.assign(process.env, {
        CONSOLE_URL: running.url,
        CONSOLE_MQTT: running.mqttUrl,
        CONSOLE_DATA: running.dataDir,
      })
      await use(undefined)
      Object.assign(process.env, { CONSOLE_URL, CONSOLE_MQTT, CONSOLE_DATA })
      await running.stop()
    },
    { scope: 'worker', auto: true, timeout: 150_000 },
  ],
})

/** Fixed cameras, by name. */
async function siteCameras(): Promise<Row[]> {
  const admin = await Api.logIn('admin')
  const { data } = await admin.get('device/camera/page', {
    size: 50,
    enabled: true,
    source: 'rtsp',
    sort: 'name',
  })
  return data.list
}

/** Watches the connections of this page, so that what was decoded can be asked. */
const watchMedia = (page: Page) =>
  page.addInitScript(() => {
    const made: RTCPeerConnection[] = []
    Object.assign(window, { madeConnections: made })
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...args)
        made.push(this)
      }
    }
  })

/** On how many connections that are open pictures were decoded. */
const decoding = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const made: unknown = Reflect.get(window, 'madeConnections')
    let count = 0
    for (const connection of Array.isArray(made) ? made : []) {
      if (!(connection instanceof RTCPeerConnection) || connection.connectionState !== 'connected') continue
      let frames = 0
      for (const each of (await connection.getStats()).values())
        if (each.type === 'inbound-rtp' && each.kind === 'video') frames += each.framesDecoded ?? 0
      if (frames > 5) count++
    }
    return count
  })

async function open(consoles: Consoles, at: string, width: 'desktop' | 'phone' = 'desktop'): Promise<Page> {
  const page = await consoles.open({ as: 'admin', at: '/DeviceList', width })
  await watchMedia(page)
  // The demo raises emergencies of its own accord: their dialog would lie over the wall.
  const later = page
    .getByRole('alertdialog', { name: 'SOS emergency' })
    .getByRole('button', { name: 'Later', exact: true })
  await page.addLocatorHandler(later, () => later.click())
  await page.goto(`${process.env.CONSOLE_URL}/#${at}`)
  await page.reload()
  return page
}
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Live pictures' }).getByRole('listitem', { name, exact: true })

async function openPictures(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Open a picture', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Open a picture' })
  for (const name of names) {
    await dialog.getByRole('searchbox').fill(name)
    await dialog.getByRole('listitem').filter({ hasText: name }).first().getByRole('button').click()
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
}

test('six pictures are decoded, a seventh is refused, and an alarm takes the big place and gives it back', async ({
  consoles,
}) => {
  test.slow()
  const cameras = await siteCameras()
  const [names, seventh] = [cameras.slice(0, 6).map(({ name }) => name), cameras[6]]
  if (!seventh) throw new Error('The demo has fewer than seven cameras')
  const page = await open(consoles, '/monitor')
  // Only the alarm of this walk is to open a camera.
  await page.getByRole('switch', { name: 'Alarms open the nearest camera' }).uncheck({ force: true })
  await openPictures(page, names)
  await expect(page.getByText('6 of 6')).toBeVisible()
  await expect.poll(() => decoding(page), { timeout: 60_000 }).toBe(6)
  await expect(tile(page, first(names)).getByText(/^Main stream \d+p/)).toBeVisible()
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Open a picture', exact: true }).click()
  await expect(
    page.getByText('At most six video monitors can be open at once. Close one first.'),
  ).toBeVisible()

  await page.getByRole('switch', { name: 'Alarms open the nearest camera' }).check({ force: true })
  await deviceSays(seventh.imei, SMOKE)
  const alarmed = tile(page, seventh.name)
  await expect(alarmed).toHaveAttribute('data-alarm', 'true')
  await expect(page.getByText(`it replaced ${first(names)}`)).toBeVisible()
  await expect(tile(page, first(names))).toHaveCount(0)
  await expect(alarmed).toHaveAttribute('data-shown', 'live')
  // Whoever handles it has the wall as it was.
  const admin = await Api.logIn('admin')
  const { data } = await admin.get('message/alarm/page', {
    imei: seventh.imei,
    status: 'open',
    sort: '-raisedAt',
  })
  await admin.post('message/alarm/handle', { ids: [first(data.list).id], input: { note: 'Steam' } })
  await expect(alarmed).toHaveCount(0)
  await expect(tile(page, first(names))).toHaveAttribute('data-shown', 'live')
})

test('a layout is kept for the person, and the wall goes to a window of its own', async ({ consoles }) => {
  test.slow()
  const names = (await siteCameras()).slice(0, 2).map(({ name }) => name)
  const page = await open(consoles, '/monitor')
  await openPictures(page, names)
  await page.getByRole('button', { name: 'My layouts' }).click()
  await page.getByRole('menuitem', { name: 'Keep this layout…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Night')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'My layout: Night' })).toBeVisible()

  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Own window' }).click()
  const own = await opened
  await expect(tile(own, first(names))).toHaveAttribute('data-shown', 'live')
  await expect(own.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  await expect(page.getByText('The wall is open in another window')).toBeVisible()
  await page.getByRole('button', { name: 'Show it here' }).click()
  await expect(tile(page, first(names))).toHaveAttribute('data-shown', 'live')
  await expect(own.getByText('The wall is open in another window')).toBeVisible()
})

test('on a phone one picture is watched, and a still of it becomes a photo', async ({ consoles }) => {
  test.slow()
  const camera = first(await siteCameras())
  const page = await open(consoles, `/vedio?imei=${camera.imei}`, 'phone')
  await expect(tile(page, camera.name)).toHaveAttribute('data-shown', 'live')
  await expect.poll(() => decoding(page)).toBe(1)
  expect(await findings(page)).toEqual([])
  const admin = await Api.logIn('admin')
  const taken = async () =>
    (await admin.get('user/photo/page', { name: camera.name, source: 'capture' })).data.total
  const before = await taken()
  await page.getByRole('button', { name: `Take a still: ${camera.name}` }).click()
  await expect(page.getByText('The photo was sent')).toBeVisible()
  expect(await taken()).toBe(before + 1)
})

test('a wall shows a live camera, gives the picture up for an SOS, and has it again once that is taken', async ({
  browser,
}) => {
  test.slow()
  const admin = await Api.logIn('admin')
  const camera = first(await siteCameras())
  const name = fresh('Gate ')
  const board = await admin.post('user/board/save', {
    ...{ name, roleIds: [], landing: false, forWalls: true },
    tiles: [
      { key: 'gate', place: { x: 0, y: 0, w: 8, h: 8 }, kind: 'video', cameraId: camera.id },
      { key: 'time', place: { x: 8, y: 0, w: 4, h: 2 }, kind: 'clock' },
    ],
  })
  const screen = await pairedScreen(
    browser,
    admin,
    { name, scenes: [], boardIds: [board.data.id] },
    watchMedia,
  )
  const cry = screen.locator('[data-sos]')
  // The demo raises emergencies of its own accord.
  const takeAll = async () => {
    const { sos } = (await admin.get('message/message/pending')).data
    if (sos.length > 0) await admin.post('message/alarm/take', { ids: sos.map(({ id }) => id) })
  }
  const live = () =>
    expect(async () => {
      await takeAll()
      expect(await decoding(screen)).toBe(1)
    }).toPass({ timeout: 60_000 })
  await live()
  const watch = await freeDevice(admin, { kind: 'watch' })
  await deviceSays(watch.imei, { code: '3001', type: 15 })
  await expect(cry).toBeVisible()
  await expect.poll(() => decoding(screen)).toBe(0)
  await live()
  await expect(cry).toBeHidden()
  await screen.close()
})
