// In demo mode: somebody who shows the console lets a door ring from its page, and lets the visitor in.
import { Api, expect } from './console.ts'
import { answer, dialogOf, hangUp, heard } from './door-console.ts'
import { keepLines, seesMore, test } from './door-unit.ts'
import { startPrepared } from './prepared-console.ts'

const ONLINE = 1

test('a door of the demo rings from its page, and the visitor is let in', async ({ consoles }) => {
  // That of the other walks moves nothing by itself; and another one takes a while.
  test.slow()
  const running = await startPrepared({ SIMULATE: 'on' })
  const other = process.env.CONSOLE_URL
  process.env.CONSOLE_URL = running.url
  try {
    const campus = await Api.logIn('campus')
    const { data } = await campus.get('device/device/page', { kind: 'doorUnit', size: 50 })
    const door = data.list.find(({ state }) => state === ONLINE)
    const page = await consoles.open({
      as: campus,
      at: `/DeviceDtail?imei=${door?.imei}`,
      prepare: keepLines,
    })
    // The simulator presses buttons of its own accord.
    const later = page
      .getByRole('alertdialog', { name: 'SOS emergency' })
      .getByRole('button', { name: 'Later', exact: true })
    await page.addLocatorHandler(later, () => later.click())
    await heard(page)
    await page.getByRole('button', { name: 'Ring this door' }).click()
    await answer(page)
    await seesMore(page)
    await dialogOf(page).getByRole('button', { name: 'Unlock' }).click()
    await expect(dialogOf(page).getByRole('heading', { name: 'Unlocked' })).toBeVisible()
    await hangUp(page)
    await page.close()
  } finally {
    process.env.CONSOLE_URL = other
    await running.stop()
  }
})
