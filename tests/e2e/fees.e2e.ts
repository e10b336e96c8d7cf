// From the readings of a round to the first paid bill: on the phone, part of it without a network, then at the desk.
import { Api, expect, first, test } from './console.ts'

interface Found {
  id: number
  version: number
  state: number | string
  reading: number
  amount: number
  done: number
  billId: number | null
  lastReading: number
}

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const fresh = (start: string) => `${start} ${Date.now().toString(36)}`
const made = async (path: string, body: object) => {
  const { code, data, id, field } = await admin.post(path, body)
  expect(code, `${id} ${field}`).toBe(0)
  return data
}
const rows = async (entity: string, query: Record<string, string | number>) =>
  (await admin.get<{ list: Found[] }>(`pay/${entity}/page`, query)).data.list

const MONEY_MS = 60_000

test('a month is read on the phone, billed at the desk, and paid', async ({ consoles }) => {
  const community = await made('user/community/save', {
    ...{ name: fresh('Cedar'), buildingPattern: '{number}号楼', unitPattern: '{number}单元' },
    roomPattern: '{floor}{room:2}',
  })
  const communityId = community.id
  await made('user/community/generateRooms', {
    communityId,
    plan: {
      ...{ firstBuilding: 1, lastBuilding: 1, units: 1, fromFloor: 1, toFloor: 1, perFloor: 2 },
      ...{ skippedFloors: [], kind: 'home' },
    },
  })
  const rooms = (
    await admin.get<{ list: { id: number }[] }>('user/room/page', { communityId, sort: 'roomNo' })
  ).data.list
  const month = new Date().toISOString().slice(0, 7)
  await made('pay/tariff/save', { communityId, kind: 'water', unitPrice: 3.45, fromDay: '2025-01-01' })
  for (const [at, { id: roomId }] of rooms.entries())
    await made('pay/meter/save', {
      ...{ roomId, kind: 'water', serial: fresh(`W${at}`), digits: 5, multiplier: 1, startReading: 100 },
      installedOn: '2025-12-31',
    })

  const phone = await consoles.open({
    as: admin,
    width: 'phone',
    at: `/meters?tab=round&communityId=${communityId}`,
  })
  await expect(phone.getByText('2 meters to be read')).toBeVisible()
  const reading = phone.getByRole('textbox', { name: 'Reading' })
  const save = phone.getByRole('button', { name: 'Save and on to the next' })
  await reading.fill('90')
  await expect(save).toBeDisabled()
  await reading.fill('112.5')
  await save.click()
  await expect(phone.getByText('1 meters to be read')).toBeVisible()
  await phone.context().setOffline(true)
  await reading.fill('104')
  await save.click()
  await expect(phone.getByText('Kept on this device. It is sent when the network is back.')).toBeVisible()
  expect(await rows('meterReading', { communityId })).toHaveLength(1)
  await phone.context().setOffline(false)
  await expect.poll(async () => (await rows('meterReading', { communityId })).length).toBe(2)

  const run = await made('pay/feeRun/save', { communityId, month, dueOn: `${month}-28` })
  const desk = await consoles.open({ as: admin, at: `/feeRuns?open=${run.id}` })
  // 12.5 and 4 cubic metres at 3.45 yuan.
  await expect(desk.getByText('¥56.93').first()).toBeVisible()
  await desk.getByRole('button', { name: 'Issue 2 bills' }).click()
  await expect
    .poll(async () => first(await rows('feeRun', { communityId })).state, { timeout: MONEY_MS })
    .toBe('issued')
  const bills = await rows('feeBill', { communityId, sort: 'amount' })
  expect(bills.map(({ amount }) => amount)).toEqual([1380, 4313])

  await desk.goto(desk.url().replace(/#.*/, `#/arrears?open=${first(bills).id}`))
  await expect(desk.getByText('What it consists of')).toBeVisible()
  await desk.getByRole('link', { name: 'Pay', exact: true }).click()
  await desk
    .locator('label')
    .filter({ hasText: /Sandbox/ })
    .click()
  await desk
    .getByRole('region', { name: 'Payment' })
    .getByRole('button', { name: 'Pay', exact: true })
    .click()
  await expect(desk.getByText('This is a sandbox', { exact: false })).toBeVisible()
  await desk.getByRole('button', { name: 'Pay', exact: true }).last().click()
  await expect
    .poll(async () => first(await rows('feeBill', { communityId, sort: 'amount' })).state, {
      timeout: MONEY_MS,
    })
    .toBe(1)
  expect(first(await rows('feeRun', { communityId }))).toMatchObject({ done: 2, amount: 5693, paid: 1380 })
})
