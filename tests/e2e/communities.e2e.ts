// A property company sets up a community: from nothing to a building seen from the front.
import { Api, expect, first, test } from './console.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

test('a community from nothing to a generated building, and what is there stays', async ({ consoles }) => {
  const name = `Orchard ${Date.now().toString(36)}`
  const page = await consoles.open({ as: admin, at: '/communityManagement' })
  await page.getByRole('button', { name: 'Add community' }).click()
  const form = page.getByRole('dialog', { name: 'New: Community' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  const own = first(
    (await admin.get<{ list: { id: number; departmentName: string }[] }>('user/community/page', { name }))
      .data.list,
  )
  expect(own.departmentName).toBe(name)

  const asked = {
    communityId: own.id,
    plan: {
      firstBuilding: 1,
      lastBuilding: 1,
      units: 2,
      fromFloor: 1,
      toFloor: 6,
      perFloor: 2,
      kind: 'home',
    },
  }
  const { data } = await admin.post('user/community/generateRooms', asked)
  expect(data).toMatchObject({ rooms: 24, buildings: 1, units: 2, existing: 0 })
  const house = first(
    (await admin.get<{ list: { id: number }[] }>('user/building/page', { communityId: own.id })).data.list,
  )

  const front = await consoles.open({ as: admin, at: `/buildingManagement?building=${house.id}` })
  await expect(front.getByRole('button', { name: '601 Empty' })).toHaveCount(2)
  await front.getByRole('button', { name: '601 Empty' }).first().click()
  const panel = front.getByRole('complementary').filter({ hasText: '601' })
  await expect(panel.getByText('Nobody is registered here.')).toBeVisible()

  await front.getByRole('button', { name: 'Make rooms' }).click()
  const drawer = front.getByRole('dialog', { name: 'Make rooms' })
  await drawer.getByRole('textbox', { name: 'Floors to' }).fill('7')
  await drawer.getByRole('textbox', { name: 'Rooms of each floor' }).fill('2')
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await expect(drawer.getByText('24 rooms are there already and stay as they are')).toBeVisible()
  await drawer.getByRole('button', { name: 'Make 4 rooms' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(front.getByRole('button', { name: '701 Empty' })).toHaveCount(2)
})
