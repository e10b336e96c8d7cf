// Who may do what: a role without a button, a role in use, another company's ids.
import { Api, address, expect, first, test } from './console.ts'
import { freeDevice } from './device.ts'
import { fresh, logIn, makePerson, makeRole } from './people.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

test('a role that lacks one button: it is neither shown nor answered', async ({ consoles }) => {
  const rights = {
    permissions: ['device.read', 'device.save', 'device.export', 'deviceCategory.read', 'deviceGroup.read'],
    routes: ['DeviceList'],
  }
  const lacking = await makeRole(admin, rights)
  const clerk = await logIn(await makePerson(admin, [lacking.id]))
  const page = await consoles.open({ as: clerk, at: '/DeviceList?kind=watch' })
  const rows = page.getByRole('grid', { name: 'Devices' }).locator('[data-row]')
  await rows.first().click()
  const panel = page.getByRole('complementary')
  await expect(panel).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add device' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
  for (const name of ['Speak', 'Locate', 'Restart', 'Delete', 'Add to a group'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)

  const { id } = await freeDevice(admin, { kind: 'watch' })
  const refused = [
    await clerk.post('device/device/restart', { ids: [id] }),
    await clerk.post('device/device/speak', { ids: [id], input: { text: 'no' } }),
    await clerk.post('device/device/assignGroup', { ids: [id], input: { groupId: null } }),
    await clerk.post('device/device/remove', { ids: [id] }),
    await clerk.get('device/deviceCommand/page'),
    await clerk.get('message/alarm/page'),
    await clerk.get('user/user/page'),
  ]
  expect(refused.map(answer => answer.code)).toEqual(refused.map(() => 1403))
  expect((await clerk.get('device/device/get', { id })).code).toBe(0)

  // The administrator adds the button: it appears with the next look, and works.
  const saved = await makeRole(admin, { ...rights, permissions: [...rights.permissions, 'device.command'] })
  const user = (await admin.get('user/user/get', { id: clerk.user.id })).data
  const changed = await admin.post('user/user/save', {
    id: user.id,
    version: user.version,
    username: user.username,
    name: user.name,
    roleIds: [saved.id],
  })
  expect(changed.code).toBe(0)
  expect((await clerk.post('device/device/restart', { ids: [id] })).code).toBe(0)
  await page.reload()
  await expect(panel.getByRole('button', { name: 'Speak' })).toBeVisible()
})

test('an administrator makes a role on the screen, and the person with it sees what it opens', async ({
  consoles,
}) => {
  const name = fresh('Gatekeeper ')
  const page = await consoles.open({ as: admin, at: '/roleList' })
  await page.getByRole('button', { name: /^Add/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name', { exact: false }).first().fill(name)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('grid').getByText(name)).toBeVisible()
  const { data } = await admin.get('user/role/page', { name, size: 5 })
  expect(data.list).toHaveLength(1)
  expect(data.list[0]).toMatchObject({ name, builtIn: false })
})

test('a role in use is not removed, and the people who hold it are named', async ({ consoles }) => {
  const role = await makeRole(admin, { permissions: ['device.read'], routes: ['DeviceList'] })
  const holder = fresh('Holder ')
  await makePerson(admin, [role.id], holder)
  const page = await consoles.open({ as: admin, at: `/roleList?name=%22${encodeURIComponent(role.name)}%22` })
  await page.getByRole('grid').locator('[data-row]').first().click()
  const panel = page.getByRole('complementary')
  const remove = panel.getByRole('button', { name: 'Delete' })
  const more = panel.getByRole('button', { name: 'More actions' })
  await expect(remove.or(more).first()).toBeVisible()
  if (await more.isVisible()) {
    await more.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  } else await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert').filter({ hasText: holder })).toBeVisible()
  const answer = await admin.post('user/role/remove', { ids: [role.id] })
  expect(answer.data.results[0]).toMatchObject({ ok: false, error: { id: 'row.inUse' } })
  expect((await admin.get('user/role/get', { id: role.id })).code).toBe(0)
})

test("another company's ids give nothing, in addresses and in calls", async ({ consoles }) => {
  const site = await Api.logIn('site')
  const foreign = await freeDevice(site, { kind: 'helmet' })
  const alarms = (await site.get('message/alarm/page', { size: 1 })).data.list
  const person = first((await site.get('user/user/page', { size: 1 })).data.list)

  // The demo's past has commands of its own: none may come on top of them.
  const commandsOf = async () =>
    (await site.get('device/deviceCommand/page', { imei: foreign.imei })).data.total
  const commandsBefore = await commandsOf()

  const unknown = await admin.get('device/device/get', { id: 99_999_999 })
  for (const answer of [
    await admin.get('device/device/get', { id: foreign.id }),
    await admin.get('message/alarm/get', { id: first(alarms).id }),
    await admin.get('user/user/get', { id: person.id }),
    await admin.post('device/deviceinfo/getDeviceInfo', { imei: foreign.imei }),
    await admin.get('device/settings/get', { imei: foreign.imei }),
  ])
    expect([answer.code, answer.id, answer.data]).toEqual([unknown.code, unknown.id, undefined])
  expect(unknown.code).toBe(1404)
  const restart = await admin.post('device/device/restart', { ids: [foreign.id] })
  expect(restart.data.results).toEqual([
    expect.objectContaining({ ok: false, error: expect.objectContaining({ id: 'row.unknown' }) }),
  ])
  expect((await admin.get('device/device/page', { imei: foreign.imei })).data.total).toBe(0)
  expect(await commandsOf()).toBe(commandsBefore)

  const page = await consoles.open({ as: admin, at: `/DeviceDtail?imei=${foreign.imei}` })
  await expect(page.getByText('There is no such device')).toBeVisible()
  await expect(page.getByText(foreign.name)).toHaveCount(0)
  await page.goto(address(`/DeviceList?open=${foreign.id}`))
  await expect(page.getByRole('complementary')).toContainText('This entry does not exist or was deleted')
  await expect(page.getByText(foreign.name)).toHaveCount(0)
})

test('a form tells what is wrong at the field, and keeps what was entered', async ({ consoles }) => {
  const page = await consoles.open({ as: admin, at: '/userList' })
  await page.getByRole('button', { name: /^Add/ }).click()
  const drawer = page.getByRole('dialog')
  const account = drawer.getByRole('textbox', { name: 'Username' })
  const name = drawer.getByRole('textbox', { name: 'Name', exact: true })
  await account.fill('not allowed!')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Only letters, digits, dot, hyphen and underscore')).toBeVisible()
  await account.fill('admin')
  await name.fill('Somebody')
  await drawer.getByRole('textbox', { name: 'Password' }).fill('long enough 1')
  await drawer.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: '值班人员' }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('This value is already in use')).toBeVisible()
  await expect(name).toHaveValue('Somebody')
})
