// API keys and webhooks in a real browser: permissions are chosen, secrets shown once, tests sent, and people's keys named.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { userView } from '../../../src/features/admin/user.view.tsx'
import { apiKeyView } from '../../../src/features/integrations/api-key.view.tsx'
import { webhookView } from '../../../src/features/integrations/webhook.view.tsx'
import { webhookDeliveryView } from '../../../src/features/integrations/webhook-delivery.view.tsx'
import { endSession } from '../../../src/platform/session-store.ts'
import { ListPage } from '../../../src/resource/list-page.tsx'
import { showScreen } from '../admin/show-screen.tsx'

const base = { version: 1, createdAt: 1, updatedAt: 1 }
const key = (facts: Record<string, unknown> = {}) => ({
  ...base,
  ...{ id: 1, name: 'Billing import', scopes: ['device.read', 'alarm.read'], state: 'unissued', hint: null },
  ...{ departmentId: null, validUntil: '2027-11-28', issuedAt: null, oldUntil: null },
  ...{ makerId: 2, makerName: 'Li Lei', lastUsedAt: null, lastUsedAddress: null, ...facts },
})
const hook = (facts: Record<string, unknown> = {}) => ({
  ...base,
  ...{ id: 4, name: 'Ticket system', address: 'https://tickets.example/hook', kinds: ['alarm.raised'] },
  ...{ departmentId: null, state: 'active', makerName: 'Li Lei', oldUntil: null, failingSince: null },
  ...{ deliveredAt: null, waiting: 0, ...facts },
})
const delivery = {
  ...base,
  ...{ id: 7, webhookId: 4, webhookName: 'Ticket system', messageId: 'msg_abc', kind: 'alarm.raised' },
  ...{ state: 'failed', tries: 8, nextAt: 1, triedAt: 1, status: 503, tookMs: 41, problem: 'status' },
  ...{ answer: 'Down for maintenance', body: '{"type":"alarm.raised"}' },
}
const list = (rows: unknown[]) => ({ list: rows, total: rows.length, counts: {} })
const scopes = {
  groups: [
    {
      name: '设备',
      enName: 'Devices',
      scopes: [
        { scope: 'device.read', name: '查看', enName: 'View' },
        { scope: 'device.save', name: '新增与编辑', enName: 'Add and edit' },
      ],
    },
    { name: '报警', enName: 'Alarms', scopes: [{ scope: 'alarm.read', name: '查看', enName: 'View' }] },
  ],
}

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await cleanup()
  endSession('logout')
})

test('a key is saved with what was chosen, and what only reads is chosen at once', async () => {
  const { asked } = await showScreen(() => <ListPage view={apiKeyView} />, {
    permissions: ['apiKey.read', 'apiKey.save'],
    answer: ({ path, body }) =>
      path === 'apiKey/scopes' ? scopes : path === 'apiKey/save' ? key({ ...body, id: 9 }) : list([]),
    search: '?form=new',
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Export to the archive')
  await page.getByRole('button', { name: 'None' }).click()
  await page.getByRole('button', { name: 'All that only reads' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => asked.find(call => call.path === 'apiKey/save')?.body)
    .toMatchObject({ name: 'Export to the archive', scopes: ['device.read', 'alarm.read'] })
})

test('a secret is shown once; changing one asks how long the old one opens', async () => {
  const { asked } = await showScreen(() => <ListPage view={apiKeyView} />, {
    permissions: ['apiKey.read', 'apiKey.save'],
    answer: ({ path }) =>
      path === 'apiKey/secret'
        ? { secret: 'gatehouse_shown-once', oldUntil: null }
        : path === 'apiKey/get'
          ? key({ state: 'active' })
          : list([key({ state: 'active' })]),
    search: '?open=1',
  })
  await page.getByRole('button', { name: 'Change the secret' }).click()
  await expect
    .element(page.getByRole('combobox', { name: 'The old secret still opens' }))
    .toHaveValue('For a day')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the secret' }).click()
  await expect.element(page.getByText('gatehouse_shown-once')).toBeVisible()
  expect(asked.find(call => call.path === 'apiKey/secret')?.body).toEqual({ id: 1, overlapHours: 24 })
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect.element(page.getByText('gatehouse_shown-once')).not.toBeInTheDocument()
})

test('who may only look makes no secret and sends no test', async () => {
  await showScreen(() => <ListPage view={webhookView} />, {
    permissions: ['webhook.read'],
    answer: ({ path }) =>
      path === 'webhook/get' ? hook() : path === 'webhookDelivery/page' ? list([delivery]) : list([hook()]),
    search: '?open=4',
  })
  await expect.element(page.getByRole('heading', { name: 'Latest messages' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send a test' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Change the secret' })).not.toBeInTheDocument()
})

test('a test says in words what the receiver did', async () => {
  const outcome = { delivered: false, status: 307, tookMs: 12, problem: 'redirect', answer: '' }
  await showScreen(() => <ListPage view={webhookView} />, {
    permissions: ['webhook.read', 'webhook.save'],
    answer: ({ path }) =>
      path === 'webhook/test'
        ? outcome
        : path === 'webhook/get'
          ? hook()
          : path === 'webhookDelivery/page'
            ? list([])
            : list([hook()]),
    search: '?open=4',
  })
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect
    .element(page.getByText(/answered with a redirect, which is not followed \(307\)/))
    .toBeVisible()
  await expect.element(page.getByText('Nothing was sent yet')).toBeVisible()
})

test('a message shows what came back, and is sent again', async () => {
  const { asked } = await showScreen(() => <ListPage view={webhookDeliveryView} />, {
    permissions: ['webhook.read', 'webhook.save'],
    answer: ({ path }) =>
      path === 'webhookDelivery/again'
        ? { results: [{ id: 7, ok: true }] }
        : path === 'webhookDelivery/get'
          ? delivery
          : list([delivery]),
    search: '?open=7',
  })
  await expect.element(page.getByText('Down for maintenance')).toBeVisible()
  await page.getByRole('complementary').getByRole('button', { name: 'Send again' }).click()
  await expect
    .poll(() => asked.find(call => call.path === 'webhookDelivery/again')?.body)
    .toMatchObject({ ids: [7] })
})

test('whoever removes a person is shown the keys of their making', async () => {
  const person = {
    ...base,
    ...{ id: 2, username: 'lilei', name: 'Li Lei', roleIds: [1], roleNames: ['Administrator'], status: 1 },
    ...{ highest: false, lastLoginAt: null, unsent: null, unsentOn: null, unsentSince: null },
    ...{ passwordUntil: null, apiKeys: 2, secondFactor: false },
  }
  await showScreen(() => <ListPage view={userView} />, {
    permissions: ['user.read', 'user.save', 'user.remove'],
    answer: ({ path }) => (path === 'user/get' ? person : list([person])),
    search: '?open=2',
  })
  await page.getByRole('complementary').getByRole('button', { name: 'Disable' }).click()
  const link = page.getByRole('dialog').getByRole('link', { name: '2 API keys' })
  await expect.element(link).toHaveAttribute('href', '#/apiKeys?makerId=2')
})
