// The map of punches before the first one of the day.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '../../../src/domain/attendance/local-days.ts'
import { type PunchPlace, placesOptions } from '../../../src/features/attendance/attendance-query.ts'
import { PunchMapPage } from '../../../src/features/attendance/punch-map-page.tsx'
import { serverNow } from '../../../src/platform/server-clock.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { dayText } from '../../../src/ui/calendar.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
})
const places = (day: string, rows: readonly PunchPlace[]) =>
  client.setQueryData(placesOptions({ day }).queryKey, [...rows])

beforeEach(() => page.viewport(1024, 800))
afterEach(() => {
  client.clear()
  endSession('logout')
})

const punch = (at: number): PunchPlace => ({
  ...{ id: 1, workerId: 1, name: 'Wang', trade: null, source: 'card', outcome: null, trust: 'sure' },
  ...{ at, claimedAt: at, receivedAt: at, offsetMs: null, place: 'North gate' },
  ...{ latitude: null, longitude: null, accuracyMetres: null },
})

test('before the first punch of today the page says so, and shows yesterday in one click', async () => {
  const today = dayText(serverNow())
  const yesterday = addDays(today, -1)
  places(today, [])
  places(yesterday, [punch(serverNow() - 86_400_000)])
  places(addDays(today, -2), [])
  await renderScreen(
    <QueryClientProvider client={client}>
      <PunchMapPage />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('Nobody has punched yet today')).toBeVisible()
  await page.getByRole('button', { name: 'Show yesterday' }).click()
  await expect.element(page.getByText('Wang')).toBeVisible()
  await expect.element(page.getByText('Nobody has punched yet today')).not.toBeInTheDocument()
})
