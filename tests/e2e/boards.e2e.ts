// An administrator composes a board by keyboard; the role it is for sees it, and a tile that the role may not see says so.
import { Api, expect, test } from './console.ts'
import { builtInRole, fresh } from './people.ts'

test.use({ serviceWorkers: 'block' })

test('a board composed by keys is there for its role, without what is closed to it', async ({ consoles }) => {
  const admin = await Api.logIn('admin')
  const name = fresh('Gate ')
  const { data } = await admin.post('user/board/save', {
    name,
    roleIds: [await builtInRole(admin, '值班人员')],
    landing: false,
    forWalls: false,
  })
  const page = await consoles.open({ as: 'admin', at: `/boards?board=${data.id}&edit=1` })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const add = async (kind: string) => {
    await page.getByRole('button', { name: 'Add tile' }).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: kind, exact: true })
    await expect(item).toBeVisible()
    await item.focus()
    await page.keyboard.press('Enter')
  }
  await add('Figure')
  await expect(page.getByRole('button', { name: /^Open alarms: column 1, row 1, 2 wide/ })).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /^Open alarms: column 1, row 2, 3 wide/ })).toBeFocused()
  await add('Count of a list')
  const list = page.getByRole('combobox', { name: 'List', exact: true })
  await list.fill('Users')
  await page.getByRole('option', { name: 'Users', exact: true }).click()
  await expect(page.locator('[data-tile="count"] [data-value]')).toHaveText(/\d/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible()

  const duty = await consoles.open({ as: 'duty', at: `/boards?board=${data.id}` })
  await expect(duty.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(duty.locator('[data-tile="figure"] [data-value]')).toHaveText(/\d/)
  const closed = duty.locator('[data-tile="count"]')
  await expect(closed).toContainText('Your role may not see this')
  await expect(closed.locator('[data-value]')).toHaveCount(0)
  await expect(duty.getByRole('link', { name: 'Edit tiles' })).toHaveCount(0)
})
