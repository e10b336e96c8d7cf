// Residents' ways: one asks for a home on the phone, opens the door, moves out and is refused; another pays the bills of theirs.
import { Api, expect, first, test } from './console.ts'
import { fresh } from './people.ts'
import { freshPhone, moveIn, residentPhone } from './resident.ts'

test('a binding is asked for on the phone, reviewed in the console, opens the door, and ends', async ({
  consoles,
  browser,
}) => {
  const admin = await Api.logIn('admin')
  // One with a door that its residents open.
  const { data: doors } = await admin.get<{ list: { roomId: number }[] }>('user/roomDoor/page', { size: 1 })
  const { data: room } = await admin.get<{ roomNo: string; communityName: string }>('user/room/get', {
    id: first(doors.list).roomId,
  })
  const name = fresh('Lin ')
  const phone = freshPhone()
  const page = await residentPhone(browser, phone)
  await page.getByLabel('Full name of the community').fill(room.communityName)
  await page.getByLabel('Room number').fill(room.roomNo)
  await page.getByRole('button', { name: 'Find my home' }).click()
  await page.getByLabel('My name').fill(name)
  await page.getByRole('button', { name: 'Ask the property management' }).click()
  await expect(page.getByText('The property management is looking at your request.')).toBeVisible()

  const office = await consoles.open({ as: admin, at: `/bindingReview?residentPhone=${phone}` })
  await office.getByText(name).first().click()
  await office.getByRole('button', { name: 'Approve' }).first().click()
  await expect(office.getByText('Lives there').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Open my door')).toBeVisible()
  const door = page.getByRole('button', { name: /online|offline/ }).first()
  await door.click()
  await expect(page.getByText(/The door opens now|The door is offline|set up anew/)).toBeVisible()

  const { data: stays } = await admin.get<{ list: { id: number; version: number }[] }>(
    'user/occupancy/page',
    {
      residentPhone: phone,
    },
  )
  const { id, version } = first(stays.list)
  const ended = await admin.post('user/occupancy/end', {
    ...{ ids: [id], seen: [{ id, version }], input: { reason: 'Sold' } },
  })
  expect(ended.code).toBe(0)
  await door.click()
  await expect(page.getByText('You may not open this door any more')).toBeVisible()
  await page.context().close()
  await office.close()
})

/** The provider calls back, and the worker looks around. */
const MONEY_MS = 60_000

test('bills are paid on the phone, one after it failed, and stand as paid in the console', async ({
  consoles,
  browser,
}) => {
  const admin = await Api.logIn('admin')
  interface Bill {
    id: number
    roomId: number
    month: string
    orderNumber: string
  }
  const owed = await admin.get<{ list: Bill[] }>('pay/feeBill/page', {
    ...{ state: 0, size: 1, sort: '-dueOn' },
  })
  const bill = first(owed.data.list)
  const { phone } = await moveIn(admin, bill.roomId)
  const page = await residentPhone(browser, phone)
  await page.getByRole('link', { name: 'Bills' }).click()
  const [choices, pay] = [page.getByRole('checkbox'), page.getByRole('button', { name: /^Pay ¥|^Pay CN¥/ })]
  await expect(pay).toBeEnabled()
  const own = page.getByRole('checkbox', { name: `Pay the bill of ${bill.month}`, exact: false })
  for (const choice of await choices.all()) await choice.uncheck()
  await expect(pay).toBeDisabled()
  await own.check()
  const begin = async () => {
    await pay.click()
    await page.getByLabel('Method').selectOption({ label: 'Sandbox' })
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByText('Waiting for the payment…')).toBeVisible()
  }
  await begin()
  await page.getByRole('button', { name: 'Simulate failure' }).click()
  await expect(page.getByText('The payment failed')).toBeVisible({ timeout: MONEY_MS })
  await page.getByRole('button', { name: 'Back to the bills' }).click()

  for (const choice of await choices.all()) await choice.uncheck()
  await own.check()
  await begin()
  // As the provider sends the browser back: the payment is in the address.
  await expect(page).toHaveURL(/[?&]payment=\d+/)
  await page.reload()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible({ timeout: MONEY_MS })
  await page.getByRole('button', { name: 'Back to the bills' }).click()
  await expect(own).toHaveCount(0)
  await expect(page).not.toHaveURL(/payment=/)

  const office = await consoles.open({ as: admin, at: `/Bill?orderNumber=${bill.orderNumber}` })
  await expect(office.getByText(bill.orderNumber).first()).toBeVisible()
  await expect(office.getByText('Success', { exact: true }).first()).toBeVisible()
  await page.context().close()
  await office.close()
})
