// A screen becomes a wall by its code, shows scenes in turn, is filled by an SOS until somebody takes it, and is revoked.
import { Api, consoleUrl, expect, first, test } from './console.ts'
import { connectDevice, deviceSays, freeDevice } from './device.ts'
import { fresh } from './people.ts'
import { pairedScreen } from './wall.ts'

test.use({ serviceWorkers: 'block' })

test('a wall is paired, interrupted by an SOS, comes back when it is taken, and is revoked', async ({
  consoles,
  browser,
}) => {
  const api = await Api.logIn('admin')
  const name = `Wall ${Date.now()}`
  await api.post('user/wall/save', {
    ...{ name, scenes: ['duty', 'fire'], seconds: 10, dimFrom: 0, dimUntil: 0 },
  })
  const screen = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  await screen.goto(`${consoleUrl()}/#/index8`)
  const code = await screen.locator('[data-code]').innerText()

  const desk = await consoles.open({ as: 'admin', at: '/walls' })
  await desk.getByText(name).click()
  await desk.getByLabel('Code on the screen').fill(code)
  await desk.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(desk.getByText('Paired. The screen begins within seconds.')).toBeVisible()

  const frame = screen.locator('[data-scene]')
  await expect(frame).toHaveAttribute('data-scene', 'duty')
  await expect(screen.locator('[data-figure="openAlarms"] [data-value]')).toBeVisible()
  await expect(frame).toHaveAttribute('data-scene', 'fire', { timeout: 20_000 })

  // Others' alarms may wait as well: those that stand before it are taken first.
  const watch = await freeDevice(api, { kind: 'watch' })
  await deviceSays(watch.imei, { code: '3001', type: 15 })
  const cry = screen.locator('[data-sos]')
  await expect(cry).toBeVisible()
  await expect(cry).not.toContainText(watch.wearerName)
  await expect(async () => {
    const { data } = await api.get('message/message/pending', {})
    const ids = data.sos.map(({ id }) => id)
    if (ids.length > 0) await api.post('message/alarm/take', { ids })
    await expect(cry).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await expect(frame).toBeVisible()

  await desk.getByRole('button', { name: 'More actions' }).click()
  await desk.getByRole('menuitem', { name: 'Revoke' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(screen.locator('[data-code]')).toBeVisible()
  await screen.close()
})

test('a board with a floor stands on a wall, with who is on it and nothing to press', async ({ browser }) => {
  const site = await Api.logIn('site')
  const { data } = await site.get('device/drawing/page', { size: 50 })
  const drawing = first(data.list)
  const name = fresh('Floor ')
  const board = await site.post('user/board/save', {
    ...{ name, roleIds: [], landing: false, forWalls: true },
    tiles: [{ key: 'plan', place: { x: 0, y: 0, w: 8, h: 8 }, kind: 'plan', drawingId: drawing.id }],
  })
  const screen = await pairedScreen(browser, site, { name, scenes: [], boardIds: [board.data.id] })
  const plan = screen.locator('section[aria-label^="Plan of"]')
  await expect(plan).toHaveAttribute('data-state', 'open')
  await expect(plan.getByRole('button', { name: 'Zoom in' })).toHaveCount(0)
  const { imei, name: wearer } = await freeDevice(site, { kind: 'camera,environment' })
  const device = await connectDevice(imei)
  await device.says({ code: '2004', map: drawing.id, x: 1, y: 1 })
  await expect(plan.getByRole('button', { name: /^(Camera|Environment)/ }).first()).toBeVisible()
  await expect(screen.getByText(wearer)).toHaveCount(0)
  await device.leaves()
  await screen.close()
})
