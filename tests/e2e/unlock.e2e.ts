// A door is opened from its device page, without a call: only by right, only now.
import type { Page } from 'playwright/test'
import { Api, address, expect } from './console.ts'
import { heard, officer } from './door-console.ts'
import { test } from './door-unit.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const NO_RIGHT = 'You have no right to open this door without a call'
const NOT_LIVE = 'Not unlocked: there is no connection now.'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Unlock / })
const press = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).last().click()

test('who has a right opens the door from its page; nobody else, and never later', async ({
  consoles,
  doors,
}) => {
  const door = await doors.connect(admin)
  const { name, api, page } = await officer(consoles, admin, { at: `/DeviceDtail?imei=${door.imei}` })
  const unlock = page.getByRole('button', { name: 'Unlock', exact: true })
  await unlock.click()
  await expect(dialogOf(page)).toContainText(door.name)
  await expect(dialogOf(page)).toContainText('The door opens at once.')
  await press(page, 'Unlock')
  await expect(dialogOf(page).getByRole('alert')).toHaveText(NO_RIGHT)
  expect(door.at.opened()).toBe(0)

  const right = await admin.post('device/doorRight/save', { deviceId: door.id, accountId: api.user.id })
  expect(right.code).toBe(0)
  await press(page, 'Try again')
  await door.at.until('opened')
  await expect(dialogOf(page).getByRole('status')).toHaveText('Unlocked')
  expect(door.at.opened()).toBe(1)
  await press(page, 'Close')
  await expect(dialogOf(page)).toHaveCount(0)

  await unlock.click()
  await page.context().setOffline(true)
  await press(page, 'Unlock')
  await expect(dialogOf(page).getByRole('alert')).toContainText(NOT_LIVE)
  await page.context().setOffline(false)
  await heard(page)
  await expect(dialogOf(page).getByRole('alert')).toContainText(NOT_LIVE)
  expect(door.at.opened()).toBe(1)

  const removed = await admin.post('device/doorRight/remove', { ids: [right.data.id] })
  expect(removed.code).toBe(0)
  await press(page, 'Try again')
  await expect(dialogOf(page).getByRole('alert')).toHaveText(NO_RIGHT)
  expect(door.at.opened()).toBe(1)

  const { data } = await admin.get<{ list: { kind: string; personName: string; reason: string | null }[] }>(
    'device/doorEvent/page',
    { imei: door.imei, size: 3 },
  )
  expect(data.list.map(({ kind, personName }) => [kind, personName])).toEqual([
    ['unlockRefused', name],
    ['unlocked', name],
    ['unlockRefused', name],
  ])
})

test('on a phone the panel of a door unit opens it, and says when the unit is away', async ({
  consoles,
  doors,
}) => {
  const door = await doors.connect(admin)
  const { api, page } = await officer(consoles, admin, { width: 'phone', skin: 'campus' })
  await admin.post('device/doorRight/save', { deviceId: door.id, accountId: api.user.id })
  await page.goto(address(`/DeviceList?open=${door.id}`))
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await press(page, 'Unlock')
  await expect(dialogOf(page).getByRole('status')).toHaveText('Unlocked')
  await press(page, 'Close')
  await door.at.stop()
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await press(page, 'Unlock')
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Not unlocked: the door unit is offline')
  expect(door.at.opened()).toBe(1)
})
