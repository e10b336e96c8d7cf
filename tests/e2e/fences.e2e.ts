// Geofences by hand: drawn with the mouse, refused where they cross themselves, watched as devices come and go.
import type { Page } from 'playwright/test'
import { Api, expect, first, live, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { fresh, logIn, makePerson, makeRole } from './people.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

interface Fence {
  id: number
  name: string
  radius: number | null
  rings: [number, number][][] | null
  status: number
}

const MIDDLE = { longitude: 120.4, latitude: 30.4 }
const fences = async () => (await admin.get<Fence[]>('device/fence/shapes')).data

/** A circle far from all others, which tells of exits at once. */
async function makeCircle(radius = 100): Promise<Fence> {
  const name = fresh('Circle ')
  const saved = await admin.post('device/fence/save', {
    name,
    type: 1,
    shape: 0,
    status: 1,
    ...MIDDLE,
    radius,
    alarmOnExit: true,
    alarmOnEntry: false,
    delaySeconds: 0,
    days: [],
    zone: 'Asia/Shanghai',
    groupIds: [],
  })
  expect(saved.code, saved.msg).toBe(0)
  return first((await fences()).filter(fence => fence.name === name))
}

const mapOf = (page: Page) => page.locator('section[data-state="open"]')

/** Clicks at parts of the map's width and height. */
async function clickMap(page: Page, ...parts: readonly (readonly [number, number])[]): Promise<void> {
  const box = await mapOf(page).boundingBox()
  if (!box) throw new Error('there is no map')
  for (const [across, down] of parts)
    await page.mouse.click(box.x + box.width * across, box.y + box.height * down)
}

test('a polygon that crosses itself is refused with the place, one that does not is saved', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: admin, at: '/fenceMap?new=polygon' })
  await expect(mapOf(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Draw a polygon', pressed: true })).toBeVisible()
  const name = fresh('Drawn ')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await clickMap(page, [0.5, 0.5], [0.8, 0.8], [0.8, 0.5], [0.5, 0.8])
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The outline crosses itself here.' })).toBeVisible()
  await expect(mapOf(page).locator('[aria-label="The outline crosses itself here."]')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Show the place' })).toBeVisible()
  expect((await fences()).filter(fence => fence.name === name)).toEqual([])

  await page.getByRole('button', { name: 'Clear the shape' }).click()
  await page.getByRole('button', { name: 'Draw a polygon' }).click()
  await clickMap(page, [0.5, 0.5], [0.8, 0.5], [0.8, 0.8], [0.5, 0.8], [0.5, 0.5])
  await expect(mapOf(page).locator('[aria-label="Corner 4 of 4"]')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/id=\d+/)
  const saved = first((await fences()).filter(fence => fence.name === name))
  expect(saved.rings?.[0]).toHaveLength(4)
})

test('a device that leaves stands in the history, and an alarm tells of it', async ({ consoles }) => {
  const fence = await makeCircle()
  const { imei } = await freeDevice(admin, { kind: 'helmet,watch,locator' })
  const page = await consoles.open({ as: admin, at: `/fenceInfo?id=${fence.id}` })
  await page.getByRole('button', { name: 'Bind devices' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(imei)
  await dialog.getByRole('checkbox', { name: new RegExp(imei) }).check()
  await dialog.getByRole('button', { name: /^Bind 1 device/ }).click()
  await expect(dialog).toBeHidden()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="${imei}"]`) })
    .first()
  await expect(row).toBeVisible()
  await live(page)
  const { longitude: lon, latitude: lat } = MIDDLE
  await deviceSays(imei, { code: '2002', lat, lon })
  await expect(row.getByText('Inside', { exact: true })).toBeVisible()
  await deviceSays(imei, { code: '2002', lat: lat + 0.01, lon })
  await expect(row.getByText('Outside', { exact: true })).toBeVisible()
  await expect(page.getByText('Left', { exact: true }).last()).toBeVisible()
  const alarmOfExit = async () => {
    const events = await admin.get<{ list: { kind: number; alarmId: number | null }[] }>(
      'device/fenceEvent/page',
      { fenceId: fence.id, size: 10 },
    )
    return events.data.list.find(({ alarmId }) => alarmId !== null)?.alarmId
  }
  await expect.poll(alarmOfExit).toBeDefined()
  await page.goto(page.url().replace(/#.*/, `#/AlarmHistory?alarm=${await alarmOfExit()}`))
  await expect(page.getByText('Left the geofence').first()).toBeVisible()
})

test('a radius is typed and undone, a fence disabled and taken back, a group bound', async ({ consoles }) => {
  const fence = await makeCircle()
  const page = await consoles.open({ as: admin, at: `/fenceMap?id=${fence.id}` })
  await expect(mapOf(page).locator('[aria-label="Radius of the circle"]')).toBeVisible()
  const radius = page.getByRole('textbox', { name: 'Radius in metres' })
  await radius.fill('250')
  await radius.press('Enter')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(radius).toHaveValue('100')
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await expect(radius).toHaveValue('250')
  await page.getByRole('button', { name: 'Save' }).click()
  // The server has it before the page knows; until then leaving asks whether to discard it.
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.poll(async () => (await fences()).find(each => each.id === fence.id)?.radius).toBe(250)

  await page.goto(page.url().replace(/#.*/, `#/fenceInfo?id=${fence.id}`))
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('The geofence is disabled')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()

  const { data } = await admin.get('device/deviceGroup/page', { size: 1, sort: '-deviceCount' })
  const group = first(data.list)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('combobox', { name: 'Groups' }).fill(group.name)
  await page.getByRole('option', { name: group.name }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('by its group').first()).toBeVisible()
})

test('who may not read fences is told so, and who only reads them draws none', async ({ consoles }) => {
  const role = await makeRole(admin, { permissions: ['device.read'], routes: ['DeviceList'] })
  const stranger = await consoles.open({
    as: await logIn(await makePerson(admin, [role.id])),
    at: '/fenceMap',
  })
  await expect(stranger.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()

  const draw = (page: Page) => page.getByRole('button', { name: 'Draw a polygon' })
  const officer = await consoles.open({ as: 'duty', at: '/fenceMap' })
  await expect(draw(officer)).toBeVisible()
  const reader = await consoles.open({ as: 'patrol', at: '/fenceMap' })
  await expect(mapOf(reader)).toBeVisible()
  await expect(
    reader.getByRole('region', { name: 'Geofences' }).getByRole('link', { name: 'Entries and exits' }),
  ).toBeVisible()
  await expect(draw(reader)).toHaveCount(0)
})
