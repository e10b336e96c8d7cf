// Who is on duty now, as it is shown: by post, also where only the shift names the post, and posts where nobody stands.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { OnDutyNow } from '../../../src/features/duty/on-duty-now.tsx'
import { postsOf, type Shift } from '../../../src/features/duty/roster-query.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const NOW = Date.parse('2026-03-04T12:00:00Z')
const HOUR = 3_600_000
const shift = (id: number, workerName: string, more: Partial<Shift> = {}): Shift => ({
  ...{ id, version: 1, createdAt: 1, updatedAt: 1, tenantId: 1, tenantName: 'Town' },
  ...{ workerId: id, workerName, workerPhone: null, postId: 1, postName: 'Gate', accountId: null },
  ...{ startsAt: NOW - HOUR, endsAt: NOW + HOUR, state: 'published', seenAt: null, handover: 'signed' },
  ...more,
})
const gate = { id: 1, name: 'Gate', minHeads: 1 }

beforeEach(() => page.viewport(1440, 900))
afterEach(() => endSession('logout'))

const shown = async (shifts: readonly Shift[], posts = [gate]) => {
  const opened: number[] = []
  await renderScreen(
    <OnDutyNow
      posts={postsOf(posts, shifts)}
      shifts={shifts}
      now={NOW}
      onOpen={id => {
        opened.push(id)
      }}
    />,
  )
  return opened
}

test('whose shift runs, not who is planned in a draft or comes later', async () => {
  const opened = await shown([
    shift(1, 'Wang'),
    shift(2, 'Li', { state: 'draft' }),
    shift(3, 'Zhao', { startsAt: NOW + HOUR, endsAt: NOW + 2 * HOUR }),
  ])
  await page.getByRole('button', { name: 'Wang' }).click()
  expect(opened).toEqual([1])
  await expect.element(page.getByText('Li')).not.toBeInTheDocument()
  await expect.element(page.getByText('Zhao')).not.toBeInTheDocument()
})

test('a post without anybody says so, and who hears of alarms then', async () => {
  await shown([])
  await expect.element(page.getByText('Nobody')).toBeVisible()
  await expect.element(page.getByText('Alarms go to the other receivers')).toBeVisible()
})

test('a post that a person may not read is named by its shift', async () => {
  await shown([shift(1, 'Wang', { postId: 8, postName: 'Tower' })], [])
  await expect.element(page.getByText('Tower')).toBeVisible()
})

test('a handover that lacks a signature comes before everything else', async () => {
  await shown([shift(1, 'Wang', { handover: 'half', seenAt: NOW })])
  await expect.element(page.getByText('Handover lacks a signature')).toBeVisible()
})
