// Without a server: what is kept says from when it is, by the server's clock, and what cannot be done says why.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { deviceCommand } from '../../src/domain/device/command.ts'
import { device } from '../../src/domain/device/device.ts'
import { alarmView } from '../../src/features/alarms/alarm.view.tsx'
import { DeviceBadges } from '../../src/features/devices/device-badges.tsx'
import { Timeline } from '../../src/features/devices/timeline.tsx'
import { probe, watchConnection } from '../../src/platform/connection.ts'
import { ActionsProvider, useActions } from '../../src/resource/actions.tsx'
import { useKeptSince } from '../../src/resource/kept-since.ts'
import { ActionButtons } from '../../src/resource/peek.tsx'
import { ageBy } from '../../src/ui/clock.ts'
import { StaleBadge } from '../../src/ui/states.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../fakes/fake-back-end.ts'
import { alarmRow } from '../features/alarms/alarm-row.ts'
import { deviceRow } from '../features/devices/device-row.ts'
import { renderUi } from '../ui/render-ui.tsx'
import { renderScreen } from './render-screen.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let server: FakeBackEnd
let health: () => Response

beforeEach(() => {
  health = () => Response.json({})
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    String(input) === '/health' ? Promise.resolve(health()) : real(input, init),
  )
  watchConnection('/health')
  server = fakeBackEnd([
    { entity: device, rows: [] },
    { entity: alarm, rows: [] },
    { entity: deviceCommand, rows: [] },
  ])
})
afterEach(async () => {
  health = () => Response.json({})
  await probe()
  vi.restoreAllMocks()
  ageBy(() => Date.now())
})

/** From now on nothing is reached, and the console knows. */
async function goAway(): Promise<void> {
  server.cut()
  health = () => new Response(null, { status: 503 })
  await probe()
}

describe('from when it is', () => {
  function Part({ name }: { name: string }) {
    useQuery({ queryKey: [name], queryFn: () => name, staleTime: HOUR * 100, meta: { offline: 'read' } })
    return null
  }
  function Since({ tell }: { tell: (since: number | undefined) => void }) {
    tell(useKeptSince())
    return null
  }
  async function sinceOf(shown: readonly string[], kept: Readonly<Record<string, number>>) {
    const client = new QueryClient()
    // As a cold start finds them: restored, with the moment at which each was fetched.
    for (const [name, updatedAt] of Object.entries(kept)) {
      client.setQueryDefaults([name], { meta: { offline: 'read' } })
      client.setQueryData([name], name, { updatedAt })
    }
    let since: number | undefined
    await renderUi(
      <QueryClientProvider client={client}>
        {shown.map(name => (
          <Part key={name} name={name} />
        ))}
        <Since
          tell={told => {
            since = told
          }}
        />
      </QueryClientProvider>,
    )
    return () => since
  }

  test('is the oldest part that is seen, and not what lies beside it', async () => {
    const now = Date.now()
    const kept = { list: now - 5 * MINUTE, counts: now - 20 * MINUTE, other: now - 100 * HOUR }
    const since = await sinceOf(['list', 'counts'], kept)
    await expect.poll(since).toBe(now - 20 * MINUTE)
  })

  test.each([3 * HOUR, -3 * HOUR, 48 * HOUR])(
    'goes by the server’s clock where the device’s is %s ms off',
    async off => {
      // The device's clock was as wrong when it was fetched.
      const fetchedAt = Date.now() - 20 * MINUTE
      ageBy(() => Date.now() - off)
      const since = await sinceOf(['list'], { list: fetchedAt })
      await expect.poll(since).toBe(fetchedAt - off)
      await renderUi(<StaleBadge at={fetchedAt} />)
      await expect.element(page.getByText(/Stored data, updated 20\s?m/)).toBeVisible()
    },
  )
})

test('a device’s state is told as the last one known', async () => {
  const row = deviceRow(Date.now(), { id: 1, imei: '866040053214418', name: 'Helmet', state: 'online' })
  await goAway()
  await renderScreen(<DeviceBadges device={row} />)
  await expect.element(page.getByText('Last known: Online')).toBeVisible()
  await expect.element(page.getByText('Online', { exact: true })).not.toBeInTheDocument()
})

test('a timeline that cannot come says so instead of a skeleton', async () => {
  await goAway()
  await renderScreen(<Timeline imei="866040053214418" days={0} limit={5} />)
  await expect.element(page.getByText(/connection|reached|network/i)).toBeVisible()
  await expect.element(page.getByTestId('skeleton')).not.toBeInTheDocument()
})

test('what cannot be done without a server is grey, and says why beside it', async () => {
  function Offers() {
    const { actionsFor } = useActions()
    return (
      <ActionButtons
        actions={actionsFor([
          { ...alarmRow({ id: 5, type: 'fall', severity: 'warning', raisedAt: Date.now() }) },
        ])}
      />
    )
  }
  await goAway()
  await renderScreen(
    <ActionsProvider view={alarmView}>
      <Offers />
    </ActionsProvider>,
  )
  await expect.element(page.getByRole('button', { name: 'Take it' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Handle' })).toBeEnabled()
  await expect.element(page.getByText('No connection. This is not kept for later.')).toBeVisible()
})
