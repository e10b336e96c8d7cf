// A scene in a real browser: figures with their past and their lists, what is old, what is closed, what cannot be had.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { codes } from '../../../src/contract/errors.ts'
import { ScenePage } from '../../../src/features/dashboards/scene-page.tsx'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const NOW = Date.now()
const moments = { now: NOW, dayStart: NOW - 3_600_000, today: '2026-03-04' }
const sos = { key: 'sosToday', at: NOW, value: 3, of: null, yesterday: 12, lastWeek: null }
const online = { key: 'smokeOnline', at: NOW, value: 0, of: 1400 }

let answer: () => Promise<Response>
const says = (body: object) => {
  answer = async () => Response.json(body)
}
const snapshot = (figures: readonly object[]) => says({ code: 0, msg: '', data: { moments, figures } })

beforeEach(async () => {
  await page.viewport(1440, 900)
  vi.spyOn(window, 'fetch').mockImplementation(() => answer())
})
afterEach(() => {
  vi.restoreAllMocks()
  endSession('logout')
})

const show = (opens: (path: string) => boolean = () => true) =>
  renderScreen(<ScenePage scene="fire" ground={<div>ground</div>} queue={<div>queue</div>} opens={opens} />)
const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a figure says how many of how many, and how it was; what nobody knows is not none', async () => {
  snapshot([sos, online])
  await show()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fire dashboard' })).toBeVisible()
  await expect.element(tile('SOS today').getByText('Yesterday 12 · week before unknown')).toBeVisible()
  await expect.element(tile('Smoke detectors online').getByText('/ 1,400')).toBeVisible()
  // What only stands now has no past.
  expect(tile('Smoke detectors online').element().textContent).not.toContain('Yesterday')
})

test('a figure leads to its list with the same filters; one whose page is closed is no link', async () => {
  snapshot([sos, online])
  await show(path => path === '/AlarmHistory')
  const link = page.getByRole('link', { name: /SOS today/ })
  await expect
    .element(link)
    .toHaveAttribute(
      'href',
      `#/AlarmHistory?status=open%2Ctaken%2Chandled&onTest=false&type=sos&raisedAtFrom=${moments.dayStart}`,
    )
  await expect.element(page.getByText('Smoke detectors online')).toBeVisible()
  expect(page.getByRole('link').elements()).toHaveLength(1)
})

test('a figure that is split says each part, and each has its own list', async () => {
  snapshot([
    {
      ...online,
      parts: [
        { word: 'offline', value: 41 },
        { word: 'of a later version', value: 2 },
      ],
    },
  ])
  await show()
  const part = page.getByRole('link', { name: '41 Offline' })
  await expect.element(part).toHaveAttribute('href', '#/DeviceList?kind=smokeDetector&state=offline')
  expect(tile('Smoke detectors online').element().textContent).not.toContain('later version')
})

test('what only a scene has stands with it, and a host may call the scene otherwise', async () => {
  snapshot([sos])
  await renderScreen(
    <ScenePage
      scene="site"
      ground={<div>ground</div>}
      queue={null}
      panel={<p>who is on site</p>}
      title={{ id: 'x', message: 'Quality-control platform' }}
      opens={() => true}
    />,
  )
  await expect.element(page.getByText('who is on site')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Quality-control platform')
})

test('a figure older than its deadline is marked and shows its age in place of its past', async () => {
  snapshot([{ ...sos, at: NOW - 5 * 60_000 }, online])
  await show()
  await expect.element(tile('SOS today')).toHaveAttribute('data-stale', 'true')
  await expect.element(tile('SOS today').getByText('5m ago')).toBeVisible()
  expect(tile('SOS today').element().textContent).not.toContain('Yesterday')
  expect(tile('Smoke detectors online').element().hasAttribute('data-stale')).toBe(false)
})

test('who may read none of the lists is told so, and map and queue stay', async () => {
  snapshot([])
  await show()
  await expect.element(page.getByText('No figures here are open to you')).toBeVisible()
  await expect.element(page.getByText('ground')).toBeVisible()
  await expect.element(page.getByText('queue')).toBeVisible()
})

test('figures that cannot be had are said, and asked for again by a press', async () => {
  says({ code: 500, msg: 'broken', data: null })
  await show()
  await expect.element(page.getByRole('alert')).toBeVisible()
  snapshot([sos])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(tile('SOS today')).toBeVisible()
})

test('until the first figures are there, something is on its way', async () => {
  answer = () => new Promise(() => undefined)
  await show()
  await expect.element(page.getByRole('status')).toHaveAttribute('aria-busy', 'true')
})

test('a refusal closes the page', async () => {
  says({ code: codes.forbidden, msg: 'no', data: null })
  await show()
  await expect.element(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
})

test('on a phone the figures stand two in a row above the queue, and the map can be opened', async () => {
  await page.viewport(390, 844)
  snapshot([sos, online])
  await show()
  await expect.element(tile('SOS today')).toBeVisible()
  const [first, second] = [tile('SOS today'), tile('Smoke detectors online')].map(each =>
    each.element().getBoundingClientRect(),
  )
  expect(first?.top).toBe(second?.top)
  expect(first?.width).toBe(second?.width)
  // They share the width of the phone.
  expect(first?.width).toBeGreaterThan(0.4 * 390)
  const below = page.getByText('queue').element().getBoundingClientRect().top
  expect(below).toBeGreaterThanOrEqual(first?.bottom ?? Number.POSITIVE_INFINITY)
  expect(page.getByText('ground').elements()).toHaveLength(0)
  await page.getByText('Map', { exact: true }).click()
  await expect.element(page.getByText('ground')).toBeVisible()
})

test('in a low window, as one that is enlarged, nothing stands over the map: all of it is read by scrolling', async () => {
  await page.viewport(720, 450)
  snapshot([sos, online])
  await show()
  await expect.element(tile('SOS today')).toBeVisible()
  expect(page.getByText('ground').elements()).toHaveLength(0)
  await page.getByText('Map', { exact: true }).click()
  await expect.element(page.getByText('ground')).toBeVisible()
  const last = tile('Smoke detectors online').element().getBoundingClientRect().bottom
  expect(page.getByText('queue').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(last)
})
