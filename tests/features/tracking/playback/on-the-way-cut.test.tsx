// What happened on the way comes in pieces of 200: the page says how many it shows, and fetches the next ones.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { alarm } from '../../../../src/domain/alarm/alarm.ts'
import { fenceEvent } from '../../../../src/domain/fence/fence.ts'
import { trackOf } from '../../../../src/domain/track/columns.ts'
import { showTrack } from '../../../../src/features/tracking/playback/shown-track.ts'
import { MissingNote } from '../../../../src/features/tracking/playback/track-side.tsx'
import { useHappened } from '../../../../src/features/tracking/playback/use-happened.ts'
import { type FakeBackEnd, fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'
import { alarmRow } from '../../alarms/alarm-row.ts'

const START = Date.UTC(2026, 10, 20, 8)
const MINUTE = 60_000
const imei = '862000000000001'
const period = { from: START, to: START + 86_400_000 }
const track = trackOf([
  { at: START, longitude: 114, latitude: 22.5 },
  { at: START + 10 * MINUTE, longitude: 114.01, latitude: 22.5 },
])
const shown = showTrack({ imei, name: 'Watch 1', cutAt: undefined, heardAt: START, track }, 'accent', true)
let server: FakeBackEnd

const withAlarms = (count: number) => {
  const rows = Array.from({ length: count }, (_, at) =>
    alarmRow({
      ...{ id: at + 1, imei, deviceId: 1, deviceName: 'Watch 1', deviceKind: 'watch', type: 'collision' },
      ...{ severity: 'info', raisedAt: START + at * 1000, latitude: 22.5, longitude: 114 },
    }),
  )
  server = fakeBackEnd([
    { entity: alarm, rows },
    { entity: fenceEvent, rows: [] },
  ])
}

function Way() {
  const { happened, missing } = useHappened(tracks, period)
  return (
    <>
      <output>{happened.filter(({ kind }) => kind === 'alarm').length} alarms</output>
      {missing && <MissingNote {...missing} />}
    </>
  )
}
const tracks = [shown]

beforeEach(() => localStorage.clear())

test('more than 200 alarms are named and fetched in turn', async () => {
  withAlarms(450)
  await renderScreen(<Way />)
  await expect.element(page.getByText('200 alarms')).toBeVisible()
  await expect.element(page.getByText(/The newest 200 of 450 alarms and crossings are shown/)).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('400 alarms')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('450 alarms')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  expect(server.askedFor('alarm/page')).toMatchObject([{ page: 1 }, { page: 2 }, { page: 3 }])
})

test('200 and fewer say nothing of a cut', async () => {
  withAlarms(200)
  await renderScreen(<Way />)
  await expect.element(page.getByText('200 alarms')).toBeVisible()
  await expect.element(page.getByText(/are shown/)).not.toBeInTheDocument()
})
