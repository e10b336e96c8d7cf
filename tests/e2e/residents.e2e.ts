// A resident's way: asks for a home on the phone, is let in by the property, opens the door, moves out, and is refused.
import { Api, consoleUrl, expect, first, test } from './console.ts'
import { fresh } from './people.ts'

test('a binding is asked for on the phone, reviewed in the console, opens the door, and ends', async ({
  consoles,
  browser,
}) => {
  const admin = await Api.logIn('admin')
  const { data: rooms } = await admin.get<{ list: { id: number; roomNo: string; communityName: string }[] }>(
    'user/room/page',
    { size: 1 },
  )
  const room = first(rooms.list)
  const name = fresh('Lin ')
  const phone = `139${String(Date.now()).slice(-8)}`
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto(`${consoleUrl()}/resident`)
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  const codeOf = async () => {
    const answer = await page.request.get(`${consoleUrl()}/api/auth/auth/outbox?phone=${phone}`)
    const { data } = (await answer.json()) as { data: { text: string }[] }
    return /\d{6}/.exec(data[0]?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(codeOf).toMatch(/^\d{6}$/)
  await page.getByLabel('Code').fill(await codeOf())
  await page.getByRole('button', { name: 'Log in' }).click()

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
  await context.close()
  await office.close()
})
