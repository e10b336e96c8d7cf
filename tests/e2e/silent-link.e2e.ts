// A server that stands still with every line open: the console says so by itself, and its buttons do.
import type { Page } from 'playwright/test'
import { Api, address, expect, first, live, type Row, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { logIn, makeOfficer } from './people.ts'

const pid = () => Number(process.env.CONSOLE_PID)
let admin: Api
let frozen = false

const freeze = () => {
  process.kill(pid(), 'SIGSTOP')
  frozen = true
}
const thaw = () => {
  if (frozen) process.kill(pid(), 'SIGCONT')
  frozen = false
}

test.beforeAll(async () => {
  test.skip(!process.env.CONSOLE_PID, 'only a console of our own is made to stand still')
  admin = await Api.logIn('admin')
})
test.afterEach(thaw)

async function openAlarm(imei: string): Promise<Row> {
  const since = Date.now()
  await deviceSays(imei, { code: '3001', type: 12 })
  const { data } = await admin.get('message/alarm/page', { imei, type: 12, raisedAtFrom: since - 1000 })
  return first(data.list)
}

const pill = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

for (const width of ['desktop', 'phone'] as const)
  test(`a frozen server is noticed, ${width}`, async ({ consoles }) => {
    const row = await openAlarm((await freeDevice(admin)).imei)
    const officer = await logIn(await makeOfficer(admin, `Ida ${width}`))
    const page = await consoles.open({
      as: officer,
      width,
      at: `/AlarmHistory?imei=%22${row.imei}%22&type=collision&open=${row.id}`,
    })
    if (width === 'desktop') await live(page)
    await expect(page.getByRole('button', { name: 'Handle' })).toBeVisible()
    await expect(pill(page, 'Live')).toHaveCount(1)

    freeze()
    const from = Date.now()
    // Pressed while nobody knows yet: the order is kept as soon as it is known, not after half a minute.
    await page.getByRole('button', { name: 'Handle' }).click()
    const dialog = page.getByRole('dialog', { name: 'Handle' })
    await dialog.getByRole('textbox').fill('Pressed into the silence')
    await dialog.getByRole('button', { name: 'Handle' }).click()
    await expect(pill(page, 'No answer').or(pill(page, 'Offline'))).not.toHaveCount(0)
    const noticed = Date.now() - from
    await expect(page.getByText('1 waiting')).toBeVisible()
    const kept = Date.now() - from
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/^The server does not answer/)).toBeVisible()
    test.info().annotations.push({ type: 'figures', description: `noticed ${noticed} ms, kept ${kept} ms` })
    console.log(`${width}: noticed after ${noticed} ms, the pressed button was answered after ${kept} ms`)

    thaw()
    await expect(pill(page, 'Live')).toHaveCount(1)
    await expect(page.getByText('1 waiting')).toHaveCount(0)
    const timeline = async () =>
      (await admin.get<{ kind: string; note: string | null }[]>('message/alarm/timeline', { id: row.id }))
        .data
    await expect
      .poll(async () => (await timeline()).filter(event => event.note === 'Pressed into the silence').length)
      .toBe(1)
    await page.goto(address('/DeviceList'))
    await expect(pill(page, 'Live')).toHaveCount(1)
  })
