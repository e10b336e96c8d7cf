// Announcements as people read them: opening one is reading it, once; what has to be confirmed says so and is confirmed.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { receiptView } from '../../../src/features/announcements/receipt.view.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { ListPage } from '../../../src/resource/list-page.tsx'
import { renderScreen } from '../../resource/render-screen.tsx'

const receipt = (id: number, more: object = {}) => ({
  ...{ id, version: 1, createdAt: 1, updatedAt: 1, announcementId: id, title: `Crane ${id}` },
  ...{
    content: 'The east side is closed.',
    pictures: [],
    publisherName: 'Ann',
    publishedAt: 1_790_000_000_000,
  },
  ...{ expiresAt: null, mustConfirm: true, state: 'unread', current: true, readAt: null, confirmedAt: null },
  ...more,
})

let rows: object[]
let calls: string[]
const answer = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
const server: typeof fetch = async input => {
  const { pathname, searchParams } = new URL(String(input), location.href)
  const path = pathname.replace('/api/message/announcementReceipt/', '')
  if (path === 'page') return answer({ list: rows, total: rows.length, counts: { unread: 1 } })
  if (path === 'get')
    return answer(rows.find(row => 'id' in row && String(row.id) === searchParams.get('id')))
  calls.push(path)
  return answer({ results: [{ id: 1, ok: true }] })
}
const times = (command: string) => calls.filter(each => each === command).length

beforeEach(async () => {
  await page.viewport(1440, 900)
  rows = [receipt(1)]
  calls = []
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

test('one that is opened is read once, and confirmed only by who says so', async () => {
  await renderScreen(<ListPage view={receiptView} />, { address: '/?open=1' })
  await expect.element(page.getByText('The east side is closed.').first()).toBeVisible()
  await expect.poll(() => times('read')).toBe(1)
  expect(times('confirm')).toBe(0)
  await page.getByRole('button', { name: 'Confirm' }).first().click()
  await expect.poll(() => times('confirm')).toBe(1)
  expect(times('read')).toBe(1)
})

test('one that was read before is not read again', async () => {
  rows = [receipt(1, { state: 'confirmed', readAt: 2, confirmedAt: 3 })]
  await renderScreen(<ListPage view={receiptView} />, { address: '/?open=1' })
  await expect.element(page.getByText('The east side is closed.').first()).toBeVisible()
  await expect.element(page.getByText('Confirmed at')).toBeVisible()
  expect(calls).toEqual([])
})
