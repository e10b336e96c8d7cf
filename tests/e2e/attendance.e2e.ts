// A worker's month: read on a phone, a tablet and a desktop, a punch without a network, a correction asked for on the spot and
// approved by somebody else, and a month that is closed.
import type { Page } from 'playwright/test'
import { Api, address, expect, first, live, test } from './console.ts'
import { writtenDown } from './kept-in-browser.ts'

const ZONE = 'Asia/Shanghai'
const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at)
const clockOf = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(at)

interface Day {
  punches: { source: string; at: number; receivedAt: number }[]
  corrections: { state: string; reason: string }[]
}

let admin: Api
let patrol: Api
let worker: { id: number; name: string }
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
  patrol = await Api.logIn('patrol')
  const { data } = await admin.get<{ list: { id: number; name: string; accountId: number | null }[] }>(
    'user/worker/page',
    { size: 500 },
  )
  const { user } = patrol
  worker = first(data.list.filter(({ accountId }) => accountId === user.id))
})

const dayNow = async () =>
  (await admin.get<Day>('user/attendance/day', { workerId: worker.id, day: dayOf(Date.now()) })).data

/** Today's line of one's own month, opened. */
async function openToday(page: Page): Promise<void> {
  const number = Number(dayOf(Date.now()).slice(8))
  await page.getByRole('button', { name: new RegExp(`\\b\\w{3} ${number}\\b`) }).click()
  await expect(page.getByRole('heading', { name: dayOf(Date.now()) })).toBeVisible()
}

test('a month is read, punched without a network, corrected by two and closed', async ({ consoles }) => {
  const phone = await consoles.open({ as: 'patrol', width: 'phone', at: '/myMonth' })
  await expect(phone.getByText('Days worked')).toBeVisible()

  await test.step('a punch without a network keeps its time', async () => {
    const before = (await dayNow()).punches.length
    await writtenDown(phone)
    await phone.context().setOffline(true)
    await phone.reload()
    await expect(phone.getByText(/^No network/)).toBeVisible()
    await expect(phone.getByText('Days worked')).toBeVisible()
    const pressed = Date.now()
    await phone.getByRole('button', { name: 'Punch now' }).click()
    await expect(phone.getByText('1 punch waits for the network')).toBeVisible({ timeout: 15_000 })
    await phone.reload()
    await expect(phone.getByText('1 punch waits for the network')).toBeVisible()
    expect((await dayNow()).punches).toHaveLength(before)
    await phone.context().setOffline(false)
    await live(phone)
    await expect.poll(async () => (await dayNow()).punches.length, { timeout: 20_000 }).toBe(before + 1)
    await expect(phone.getByText('1 punch waits for the network')).toHaveCount(0)
    const punch = first((await dayNow()).punches.filter(({ at }) => Math.abs(at - pressed) < 20_000))
    expect(punch).toMatchObject({ source: 'phone' })
    expect(punch.receivedAt).toBeGreaterThan(punch.at)
  })

  const reason = `The lift stood still ${Date.now().toString(36)}`
  await test.step('a correction is asked for from the day itself, on a tablet', async () => {
    const tablet = await consoles.open({ as: 'patrol', width: 'tablet', at: '/myMonth' })
    await openToday(tablet)
    const panel = tablet.getByRole('complementary').filter({ hasText: 'Evidence' })
    await expect(panel.getByText('Phone').first()).toBeVisible()
    await panel.getByRole('button', { name: 'Ask for a correction' }).click()
    const form = tablet.getByRole('dialog', { name: 'New: Correction' })
    await expect(form.getByLabel('Day').first()).toHaveValue(dayOf(Date.now()))
    await form.getByRole('textbox', { name: 'Reason' }).fill(reason)
    const which = form.getByRole('combobox', { name: 'Which' })
    if ((await which.inputValue()) === '') {
      await which.click()
      await tablet.getByRole('option', { name: 'Evening in' }).click()
    }
    const there = Date.now() - 120_000
    await form.getByRole('textbox', { name: 'Was there at' }).fill(`${dayOf(there)} ${clockOf(there)}`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toHaveCount(0)
    await expect
      .poll(async () => (await dayNow()).corrections.find(each => each.reason === reason)?.state)
      .toBe('pending')
    // Nobody decides about themselves.
    expect((await waitingOf(patrol, reason))?.row.id).toBeUndefined()
  })

  await test.step('whoever decides finds it in the month, beside the evidence', async () => {
    const desk = await consoles.open({ as: 'admin', at: '/AttendanceInfoList?view=month' })
    const row = desk.getByRole('row').filter({ has: desk.getByText(worker.name, { exact: true }) })
    await expect(row).toBeVisible()
    await desk.goto(
      address(
        `/AttendanceInfoList?view=month&worker=${worker.id}&on=${dayOf(Date.now())}&month=${dayOf(Date.now()).slice(0, 7)}`,
      ),
    )
    const panel = desk.getByRole('complementary').filter({ hasText: 'Evidence' })
    await expect(panel.getByText(reason)).toBeVisible()
    // Of the same day others may wait too: the innermost part that has the reason and a way to its approval.
    const approval = desk.getByRole('link', { name: 'Open the approval' })
    const asked = panel.locator('*').filter({ hasText: reason }).filter({ has: approval }).last()
    await asked.getByRole('link', { name: 'Open the approval' }).click()
    await expect(desk.getByText(reason)).toBeVisible()
    await desk.getByRole('button', { name: /^Approve/ }).click()
    await expect
      .poll(async () => (await dayNow()).corrections.find(each => each.reason === reason)?.state, {
        timeout: 15_000,
      })
      .toBe('approved')
    expect((await dayNow()).punches.some(({ source }) => source === 'correction')).toBe(true)
  })

  await test.step('the phone shows what became of it, and a month that is closed', async () => {
    await phone.reload()
    await openToday(phone)
    const panel = phone
      .getByRole('dialog')
      .or(phone.getByRole('complementary'))
      .filter({ hasText: 'Evidence' })
    await expect(panel.getByText('Approved')).toBeVisible()
    await expect(panel.getByText('Correction').first()).toBeVisible()
    await phone.goto(address('/myMonth'))
    await phone.reload()
    await phone.getByRole('button', { name: 'Month before' }).click()
    await expect(phone.getByText(/^This month has been closed/)).toBeVisible()
    // One that comes late judges its day alone.
    await expect(phone.getByRole('button', { name: 'Ask for a correction' })).toBeVisible()
  })
})

const waitingOf = async (who: Api, reason: string) =>
  (await who.get<{ row: { id: number }; body?: string }[]>('user/approval/waiting')).data.find(each =>
    JSON.stringify(each).includes(reason),
  )
