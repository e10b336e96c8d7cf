// Administration in a real browser: departments with their people, the tree of a role, people, files of tasks.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { DepartmentPage } from '../../../src/features/admin/department-page.tsx'
import { ResourcePage } from '../../../src/features/admin/resource-page.tsx'
import { roleView } from '../../../src/features/admin/role.view.tsx'
import { userView } from '../../../src/features/admin/user.view.tsx'
import { taskView } from '../../../src/features/reports/task.view.tsx'
import { endSession } from '../../../src/platform/session-store.ts'
import { ListPage } from '../../../src/resource/list-page.tsx'
import { type Asked, showScreen } from './show-screen.tsx'

const base = { version: 1, createdAt: 1, updatedAt: 1 }
const department = (id: number, name: string, parentId: number | null, userCount: number) => ({
  ...base,
  id,
  name,
  parentId,
  sort: id,
  userCount,
  deviceCount: 0,
})
const person = (id: number, name: string, facts: Record<string, unknown> = {}) => ({
  ...base,
  id,
  username: `user${id}`,
  name,
  roleIds: [1],
  roleNames: ['Patrol'],
  status: 1,
  highest: false,
  lastLoginAt: null,
  unsent: null,
  unsentOn: null,
  unsentSince: null,
  passwordUntil: null,
  secondFactor: false,
  ...facts,
})
const resource = (id: number, type: string, name: string, parentId: number | null, facts = {}) => ({
  ...base,
  id,
  type,
  name,
  enName: name,
  parentId,
  status: 1,
  sort: id,
  roleCount: 0,
  ...facts,
})
const resources = [
  resource(1, 'directory', 'Devices', null),
  resource(2, 'menu', 'Device list', 1, { value: 'DeviceList' }),
  resource(3, 'button', 'View', 2, { mark: 'device.read' }),
  resource(4, 'button', 'Edit', 2, { mark: 'device.save' }),
]
const list = (rows: unknown[]) => ({ list: rows, total: rows.length, counts: {} })

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await cleanup()
  endSession('logout')
})

const departments = [department(1, 'Security', null, 2), department(2, 'East gate', 1, 1)]
const answerDepartments = ({ path, query }: Asked) => {
  if (path === 'department/page') return list(departments)
  return list(query.get('departmentId') === '2' ? [person(5, 'Zhao Yong')] : [])
}

test('a department shows its people, and who may not see people sees none asked for', async () => {
  const permissions = ['department.read', 'department.save', 'user.read']
  const { asked } = await showScreen(DepartmentPage, { permissions, answer: answerDepartments })
  await page.getByText('East gate').click()
  await expect.element(page.getByText('Zhao Yong')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add below' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  await cleanup()
  const other = await showScreen(DepartmentPage, {
    permissions: ['department.read'],
    answer: answerDepartments,
  })
  await page.getByText('East gate').click()
  await expect.element(page.getByRole('complementary')).toBeVisible()
  expect(other.asked.some(call => call.path.startsWith('user/'))).toBe(false)
  expect(asked.some(call => call.path === 'user/page')).toBe(true)
})

test('on a phone the chosen department is the page', async () => {
  await page.viewport(390, 800)
  await showScreen(DepartmentPage, {
    permissions: ['department.read', 'user.read'],
    answer: answerDepartments,
    search: '?open=2',
  })
  await expect.element(page.getByRole('heading', { name: 'East gate' })).toBeVisible()
  await expect.element(page.getByRole('tree')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect.element(page.getByRole('tree')).toBeVisible()
})

test('a resource is removed after a question, and nothing may stand under a button', async () => {
  const { asked } = await showScreen(ResourcePage, {
    permissions: ['resource.read', 'resource.save', 'resource.remove'],
    answer: ({ path }) =>
      path === 'resource/remove'
        ? { results: [{ id: 3, ok: false, error: { id: 'row.inUse', params: { count: 2 } } }] }
        : list(resources),
    search: '?open=3',
  })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => asked.find(call => call.path === 'resource/remove')?.body).toEqual({ ids: [3] })
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add below' })).not.toBeInTheDocument()
})

test('a role is saved with what is checked and everything above it', async () => {
  const { asked } = await showScreen(() => <ListPage view={roleView} />, {
    permissions: ['role.read', 'role.save', 'resource.read'],
    answer: ({ path, body }) =>
      path === 'resource/page'
        ? list(resources)
        : path === 'role/save'
          ? { ...base, id: 9, creatorName: null, userCount: 0, builtIn: false, ...body }
          : list([]),
    search: '?form=new',
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Night watch')
  await page.getByPlaceholder('Find a page or permission').fill('view')
  const view = page.getByRole('treeitem', { name: 'View' })
  await expect.element(view).toHaveAttribute('aria-checked', 'false')
  ;(await view.element()).querySelector('input')?.click()
  await expect.element(page.getByRole('treeitem', { name: 'View' })).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => asked.find(call => call.path === 'role/save')?.body)
    .toMatchObject({ name: 'Night watch', scope: 'tenant', resourceIds: [1, 2, 3] })
})

test('who changes the highest authorization gives the own password again', async () => {
  const { asked } = await showScreen(() => <ListPage view={userView} />, {
    permissions: ['user.read', 'user.save', 'user.highest'],
    // Only who holds it gives it.
    facts: { highest: true },
    answer: ({ path }) =>
      path === 'user/grantHighest' ? { results: [{ id: 5, ok: true }] } : list([person(5, 'Zhao Yong')]),
    search: '?open=5',
  })
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Cancel the highest' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Grant the highest authorization' }).click()
  const dialog = page.getByRole('dialog')
  const grant = dialog.getByRole('button', { name: 'Grant the highest authorization' })
  await grant.click()
  expect(asked.some(call => call.path === 'user/grantHighest')).toBe(false)
  await dialog.getByLabelText(/^Your own password/).fill('my own secret')
  await grant.click()
  await expect
    .poll(() => asked.find(call => call.path === 'user/grantHighest')?.body)
    .toMatchObject({ ids: [5], input: { ownPassword: 'my own secret' } })
})

test('a reset shows a password that was made by the server, once', async () => {
  const { asked } = await showScreen(() => <ListPage view={userView} />, {
    permissions: ['user.read', 'user.password'],
    answer: ({ path }) =>
      path === 'user/resetPassword'
        ? { password: 'k7mp-3hwd-x9rt-2vbn', expiresAt: 1_800_000_000_000 }
        : list([person(5, 'Zhao Yong')]),
    search: '?open=5',
  })
  await page.getByRole('button', { name: 'Reset password' }).click()
  const question = page.getByRole('dialog', { name: 'Reset the password of Zhao Yong?' })
  expect(asked.some(call => call.path === 'user/resetPassword')).toBe(false)
  await question.getByRole('button', { name: 'Reset password' }).click()
  const shown = page.getByRole('dialog', { name: 'Temporary password' })
  await expect.element(shown.getByText('k7mp-3hwd-x9rt-2vbn')).toBeVisible()
  await expect.element(shown.getByText(/until .*2027/)).toBeVisible()
  // Who asks chooses nothing.
  expect(asked.find(call => call.path === 'user/resetPassword')?.body).toEqual({ id: 5 })
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect.element(page.getByText('k7mp-3hwd-x9rt-2vbn')).not.toBeInTheDocument()
})

test('a lost second factor is taken away after a question, where one stands', async () => {
  const { asked } = await showScreen(() => <ListPage view={userView} />, {
    permissions: ['user.read', 'user.factor'],
    answer: ({ path }) =>
      path === 'user/resetFactor' ? null : list([{ ...person(5, 'Zhao Yong'), secondFactor: true }]),
    search: '?open=5',
  })
  await page.getByRole('button', { name: 'Reset second factor' }).click()
  const question = page.getByRole('dialog', { name: 'Reset the second factor of Zhao Yong?' })
  expect(asked.some(call => call.path === 'user/resetFactor')).toBe(false)
  await question.getByRole('button', { name: 'Reset second factor' }).click()
  await expect.poll(() => asked.find(call => call.path === 'user/resetFactor')?.body).toEqual({ id: 5 })
})

test('without the right, and for oneself, no reset is offered', async () => {
  await showScreen(() => <ListPage view={userView} />, {
    permissions: ['user.read', 'user.save'],
    answer: () => list([person(5, 'Zhao Yong')]),
    search: '?open=5',
  })
  await expect.element(page.getByRole('button', { name: 'Disable' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Reset password' }).elements()).toHaveLength(0)
})

test('a file is fetched with the session, and only when it is done', async () => {
  const task = (id: number, state: string, rows: number) => ({
    ...base,
    id,
    kind: 'export',
    entity: 'device',
    format: 'csv',
    state,
    fileName: `devices-${id}.csv`,
    rows,
    totalRows: 100,
    failedRows: 0,
    skippedRows: 0,
    dryRun: false,
    bytes: state === 'done' ? 2048 : null,
    reason: null,
    userName: 'Lin',
    finishedAt: null,
  })
  const { asked } = await showScreen(() => <ListPage view={taskView} />, {
    permissions: ['task.read'],
    answer: ({ path }) =>
      path === 'task/file'
        ? new Response('a,b', { headers: { 'Content-Type': 'text/csv' } })
        : list([task(1, 'done', 100), task(2, 'running', 40)]),
  })
  await expect.element(page.getByText('40 of 100')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download devices-2.csv' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Download devices-1.csv' }).click()
  await expect.poll(() => asked.find(call => call.path === 'task/file')?.query.get('id')).toBe('1')
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
})
