// A month of 2,000 people with six states a day: judged, asked for, drawn as a grid, and summed up as the absence report.
import { defaultPath } from '../../src/contract/endpoint.ts'
import { attendanceFaults, attendanceMonth } from '../../src/contract/endpoints/attendance.ts'
import {
  addDays,
  addMonths,
  firstOfMonth,
  lastOfMonth,
  localDay,
  monthOf,
} from '../../src/domain/attendance/local-days.ts'
import { startConsole } from '../console-process.ts'
import { drawnAfter, follow, logIn, openBrowser, SCREEN } from './browser.ts'
import { openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median, quantile } from './figures.ts'
import { addPeopleAtWork, addPunches, judged, tokenOf, ZONE } from './people-at-work.ts'

const PEOPLE = 2_000
const ACCOUNT = 'site'
const ROUNDS = 25
const VISITS = 3
const LANDED_MS = 1_500
/** Days whose punches are about 100,000: six a day of 2,000 people. */
const JUDGED_DAYS = 10
const PHONE = { width: 390, height: 844 }

const bench: Bench = {
  name: `Attendance of ${PEOPLE.toLocaleString('en')} people in a month (medians of ${ROUNDS}, pages of ${VISITS})`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    const client = await openDatabase(server)
    try {
      const tenantId = await tenantOf(client, ACCOUNT)
      // A month that is over, so that each of its days has a row; the demo has closed it.
      const month = addMonths(monthOf(localDay(ZONE, Date.now())), -1)
      const [from, until] = [firstOfMonth(month), lastOfMonth(month)]
      await client.query('delete from month_close where tenant_id = $1', [tenantId])
      await addPeopleAtWork(client, { tenantId, people: PEOPLE, fromDay: from })
      const partEnds = addDays(from, JUDGED_DAYS - 1)
      const first = await addPunches(client, tenantId, { from, until: partEnds })
      const took = await judged(client, tenantId, { from, until: partEnds })
      const rest = { from: addDays(partEnds, 1), until }
      const others = await addPunches(client, tenantId, rest)
      const restTook = await judged(client, tenantId, rest)
      const again = await judged(client, tenantId, { from, until })
      await client.query('vacuum analyze attendance_day, punch, worker, attendance_assignment')
      const { rows } = await client.query<{ n: string }>(
        'select count(*) as n from attendance_day where tenant_id = $1 and day between $2 and $3',
        [tenantId, from, until],
      )
      const days = Number(rows[0]?.n)
      const figures: Figure[] = [
        {
          label: `judging of ${first.toLocaleString('en')} punches, as of 100,000`,
          value: (took / first) * 100,
          unit: 's',
          target: { atMost: 20 },
        },
        {
          label: `judging of further ${others.toLocaleString('en')}, as of 100,000`,
          value: (restTook / others) * 100,
          unit: 's',
          target: { atMost: 20 },
        },
        { label: 'the whole month judged anew', value: again / 1000, unit: 's' },
        { label: 'days in the grid', value: days, unit: 'days', target: { atLeast: 60_000 } },
      ]

      const token = await tokenOf(server.url, ACCOUNT)
      const ask = async (label: string, path: string, query: Record<string, string>, atMost: number) => {
        const times: number[] = []
        let bytes = 0
        for (let round = -3; round < ROUNDS; round++) {
          const start = performance.now()
          const answer = await fetch(`${server.url}${path}?${new URLSearchParams(query)}`, {
            headers: { authorization: token },
          })
          const text = await answer.text()
          if (!text.startsWith('{"code":0')) throw new Error(`${path}: ${text.slice(0, 300)}`)
          bytes = text.length
          if (round >= 0) times.push(performance.now() - start)
        }
        figures.push({ label, value: median(times), unit: 'ms', target: { atMost } })
        figures.push({ label: '  95 of 100', value: quantile(times, 0.95), unit: 'ms' })
        figures.push({ label: '  answer', value: bytes / 1024, unit: 'KiB' })
      }
      await ask('the month of everybody', defaultPath(attendanceMonth), { month }, 150)
      const period = { from, to: until }
      await ask('absence report', defaultPath(attendanceFaults), { kind: 'absent', ...period }, 300)
      await ask('late and early', defaultPath(attendanceFaults), { kind: 'unpunctual', ...period }, 300)

      const visit = async (label: string, viewport: typeof SCREEN, path: string, selector: string) => {
        const times: number[] = []
        for (let round = 0; round < VISITS; round++) {
          const page = await browser.newPage({ viewport, serviceWorkers: 'block' })
          await logIn(page, server.url, ACCOUNT)
          await page.waitForTimeout(LANDED_MS)
          const left = await page.evaluate(() => Date.now())
          await follow(page, path)
          times.push(await drawnAfter(page, selector, left))
          await page.context().close()
        }
        figures.push({ label, value: median(times), unit: 'ms', target: { atMost: 1000 } })
      }
      const grid = `/AttendanceInfoList?view=month&month=${month}`
      await visit('the grid: usable', SCREEN, grid, '[role="grid"] [role="gridcell"] svg')
      await visit('the people on a phone: usable', PHONE, grid, 'main li, [role="listitem"]')
      const report = `/EdAbsenceList?from=${from}&to=${until}`
      await visit('the absence report: usable', SCREEN, report, 'tbody tr')
      return { figures }
    } finally {
      await client.end()
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
