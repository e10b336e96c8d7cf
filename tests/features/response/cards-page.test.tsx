// The page of response cards in a real browser: which place each is for, and the filter by place and type.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CardsPage } from '../../../src/features/response/cards-page.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const SOS = 15
const card = (id: number, place: object) => ({
  ...{ id, version: 1, createdAt: 1, updatedAt: 1, type: SOS, versionNumber: 1, versions: [] },
  steps: [{ key: 'go', text: `Step of ${id}`, who: 'guard', within: 60 }],
  ...place,
})
const list = [
  card(1, {}),
  card(2, { departmentId: 7, departmentName: 'Gatehouse' }),
  card(3, { communityId: 7, communityName: 'Lakeside' }),
]

const server: typeof fetch = async input => {
  const { pathname } = new URL(String(input), location.href)
  const data = pathname.endsWith('responseCard/page')
    ? { list, total: list.length }
    : pathname.endsWith('community/get')
      ? { id: 7, version: 1, createdAt: 1, updatedAt: 1, name: 'Lakeside' }
      : []
  return new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
}

beforeEach(() => configureHttp({ fetch: server, token: () => 't' }))
afterEach(() => endSession('logout'))

const cards = () => page.getByRole('article')

test('each card says for which place it is, and a filter leaves those of one place', async () => {
  const permissions = ['responseCard.read', 'responseCard.save']
  const { go } = await renderScreen(<CardsPage />, { permissions })
  await expect.element(cards().filter({ hasText: 'Step of 1' })).toMatchTextContent(/Everywhere/)
  await expect.element(cards().filter({ hasText: 'Step of 2' })).toMatchTextContent(/Gatehouse.*Department/)
  await expect.element(cards().filter({ hasText: 'Step of 3' })).toMatchTextContent(/Lakeside.*Community/)
  // Other critical types are there as shipped.
  await expect.poll(() => cards().elements().length).toBeGreaterThan(5)
  go('/?communityId=7')
  await expect.poll(() => cards().elements().length).toBe(1)
  await expect.element(page.getByText('Step of 3')).toBeVisible()
  go('/?departmentId=8')
  await expect.element(page.getByText('No card of its own')).toBeVisible()
})
