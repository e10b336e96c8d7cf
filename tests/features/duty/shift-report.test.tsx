// The page of shift reports: the shift that is meant, what stands in the report, what is closed, and the sheet that is printed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { shiftReport } from '../../../src/contract/endpoints/duty.ts'
import { codes } from '../../../src/contract/errors.ts'
import { ShiftReportPage } from '../../../src/features/duty/shift-report-page.tsx'
import type { ShiftReport } from '../../../src/features/duty/shift-report-query.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ENDS = Date.now() - HOUR
const STARTS = ENDS - 8 * HOUR
const none = { total: 0, list: [] }

const report: ShiftReport = {
  ...{ startsAt: STARTS, endsAt: ENDS, at: ENDS + MINUTE, work: none, runs: none, quiet: none, notes: none },
  onDuty: {
    total: 1,
    list: [
      {
        ...{ id: 1, workerName: '王伟', postName: 'Gate', startsAt: STARTS, endsAt: ENDS },
        handover: 'half',
      },
    ],
  },
  alarms: [
    {
      ...{ type: 'smoke', count: 3, open: 1 },
      taken: { count: 2, median: 90_000, longest: 300_000 },
      closed: { count: 0, median: null, longest: null },
    },
  ],
  sos: {
    total: 201,
    list: [
      {
        ...{ id: 7, raisedAt: STARTS, deviceName: 'Helmet 0418', wearerName: '李伟', place: 'Tower B' },
        ...{ takenBy: null, takenAt: null, handledBy: null, handledAt: null, note: null },
      },
    ],
  },
  calls: { answered: 4, missed: 0, list: [] },
}

let answer: (url: string) => object
const asked: string[] = []
beforeEach(async () => {
  await page.viewport(1440, 900)
  asked.length = 0
  answer = () => ({ code: 0, msg: '', data: z.encode(shiftReport.response, report) })
  vi.spyOn(window, 'fetch').mockImplementation(async input => {
    const url = input instanceof Request ? input.url : String(input)
    asked.push(url)
    if (url.includes('dutyShift/page'))
      return Response.json({ code: 0, msg: '', data: { total: 0, list: [] } })
    return Response.json(answer(url))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  endSession('logout')
})

const show = (search: object = { startsAt: STARTS, endsAt: ENDS }, permissions = ['*']) =>
  renderScreen(<ShiftReportPage search={search} />, { permissions })
const part = (name: string) => page.getByRole('region', { name })

test('the report says who was on duty, how long alarms waited, and each SOS', async () => {
  await show()
  await expect.element(part('On duty').getByText('王伟')).toBeVisible()
  await expect.element(part('On duty').getByText('One signature')).toBeVisible()
  const smoke = part('Alarms by kind').getByRole('row', { name: /Smoke/ })
  await expect.element(smoke).toHaveTextContent('Smoke301:3005:00––1')
  await expect.element(part('SOS one by one').getByText('李伟 · Helmet 0418 · Tower B')).toBeVisible()
  expect(part('SOS one by one').getByText('Nobody yet').elements()).toHaveLength(2)
  await expect.element(part('SOS one by one').getByText('200 more are not in this report.')).toBeVisible()
  await expect.element(part('Calls').getByText('4 answered, 0 missed')).toBeVisible()
  await expect.element(part('Notes').getByText('None.')).toBeVisible()
  expect(asked.some(url => url.includes(`startsAt=${STARTS}`) && url.includes(`endsAt=${ENDS}`))).toBe(true)
})

test('a part that is closed to the person is left out', async () => {
  answer = () => ({
    ...{ code: 0, msg: '' },
    data: z.encode(shiftReport.response, { ...report, calls: null, alarms: null }),
  })
  await show()
  await expect.element(part('On duty')).toBeVisible()
  expect(part('Calls').elements()).toHaveLength(0)
  expect(part('Alarms by kind').elements()).toHaveLength(0)
})

test('a span that is none is said at its field, and nothing is asked', async () => {
  await show({ startsAt: ENDS, endsAt: STARTS })
  await expect.element(page.getByText('The end must be after the beginning.')).toBeVisible()
  expect(asked.some(url => url.includes('duty/report'))).toBe(false)
})

test('where no shift is known, one is to be chosen', async () => {
  await show({})
  await expect.element(page.getByText('No shift is chosen')).toBeVisible()
  expect(asked.some(url => url.includes('duty/report'))).toBe(false)
})

test('who may not read duty records is refused', async () => {
  await show(undefined, ['alarm.read'])
  await expect.element(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
  expect(asked).toEqual([])
})

test('a report that cannot be had is said, and asked for again by a press', async () => {
  const good = answer
  answer = () => ({ code: 500, msg: 'broken', data: null })
  await show()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  answer = good
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(part('On duty')).toBeVisible()
})

test('a refusal of the server closes the page', async () => {
  answer = () => ({ code: codes.forbidden, msg: 'no', data: null })
  await show()
  await expect.element(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
})

test('while it is printed the report is a sheet of its own, and gone afterwards', async () => {
  await show()
  await expect.element(part('On duty')).toBeVisible()
  const sheets = () => [...document.body.children].filter(each => each.tagName === 'ARTICLE')
  expect(sheets()).toHaveLength(0)
  window.dispatchEvent(new Event('beforeprint'))
  // At once: the browser lays the page out right after.
  expect(sheets()).toHaveLength(1)
  expect(sheets()[0]?.textContent).toContain('王伟')
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => sheets().length).toBe(0)
})
