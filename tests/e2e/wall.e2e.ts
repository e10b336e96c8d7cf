// A screen becomes a wall by its code, shows scenes in turn, is filled by an SOS until somebody takes it, and is revoked.
import { Api, consoleUrl, expect, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'

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
