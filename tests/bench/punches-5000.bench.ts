// A change of shifts: 5,000 punches of phones within a minute, each sent twice, while a console shows the month.
import { setTimeout as wait } from 'node:timers/promises'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { attendanceMonth } from '../../src/contract/endpoints/attendance.ts'
import { entityEndpoints } from '../../src/contract/entity-endpoints.ts'
import { addDays, localDay, monthOf } from '../../src/domain/attendance/local-days.ts'
import { punch } from '../../src/domain/attendance/punch.ts'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, SCREEN } from './browser.ts'
import { addPeopleLike, openDatabase, tenantOf } from './database.ts'
import { type Bench, median, quantile } from './figures.ts'
import { addPeopleAtWork, tokenOf, untilJudged, ZONE } from './people-at-work.ts'

const PUNCHES = 5_000
/** So many phones tell them: each somebody with a login, and some of what they had kept while there was no network. */
const PHONES = 100
const EACH = PUNCHES / PHONES
const SPREAD_MS = 60_000
const ACCOUNT = 'site'
/** The rest of the people, who make the month as large as it is. */
const PEOPLE = 2_000

/** How the console's page fared: the longest time in which it drew nothing. */
interface Watched {
  longestGap: number
}
declare global {
  interface Window {
    watchedPage?: Watched
  }
}

const bench: Bench = {
  name: `${PUNCHES.toLocaleString('en')} punches within a minute, each sent twice, with a console open`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    const client = await openDatabase(server)
    try {
      const tenantId = await tenantOf(client, ACCOUNT)
      const today = localDay(ZONE, Date.now())
      await addPeopleAtWork(client, { tenantId, people: PEOPLE, fromDay: addDays(today, -3) })
      const names = await addPeopleLike(client, { like: ACCOUNT, named: 'phone', count: PHONES })
      await client.query(
        `update worker w set account_id = a.id from account a
         where a.tenant_id = $1 and a.username like 'phone%' and w.tenant_id = $1 and w.number = 'B' || substr(a.username, 6)`,
        [tenantId],
      )
      const tokens: string[] = []
      for (const name of names) tokens.push(await tokenOf(server.url, name))
      await untilJudged(client)
      const before = await counts()

      const page = await browser.newPage({ viewport: SCREEN })
      await logIn(page, server.url, ACCOUNT)
      await follow(page, `/AttendanceInfoList?view=month&month=${monthOf(today)}`)
      await page.waitForSelector('[role="grid"] [role="gridcell"] svg')
      await page.evaluate(() => {
        const watched: Watched = { longestGap: 0 }
        window.watchedPage = watched
        let last = performance.now()
        const look = (at: number) => {
          watched.longestGap = Math.max(watched.longestGap, at - last)
          last = at
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })

      const answers: number[] = []
      const wrong: string[] = []
      const send = async (token: string, body: string, key: string): Promise<number | undefined> => {
        const start = performance.now()
        const answer = await fetch(`${server.url}${defaultPath(entityEndpoints(punch).save)}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': key },
          body,
        })
        const { code, data, msg } = (await answer.json()) as {
          code: number
          data?: { id: number }
          msg?: string
        }
        answers.push(performance.now() - start)
        if (code !== 0) wrong.push(String(msg))
        return data?.id
      }
      const began = Date.now()
      let doubled = 0
      await Promise.all(
        tokens.map(async (token, phone) => {
          for (let nth = 0; nth < EACH; nth++) {
            await wait(Math.max(0, began + ((nth + phone / PHONES) / EACH) * SPREAD_MS - Date.now()))
            // Of the last hours, each of a moment of its own.
            const claimedAt = began - nth * 240_000 - phone
            const body = JSON.stringify({ claimedAt, offsetMs: 0, latitude: 22.5, longitude: 114 })
            const key = `punch-${String(phone).padStart(5, '0')}-${String(nth).padStart(20, '0')}`
            // The second is on its way before the first is answered.
            const [first, second] = await Promise.all([send(token, body, key), send(token, body, key)])
            if (first !== second) doubled++
          }
        }),
      )
      const sent = Date.now()
      await untilJudged(client)
      const judgedAt = Date.now()
      const after = await counts()
      const token = await tokenOf(server.url, ACCOUNT)
      const start = performance.now()
      await fetch(`${server.url}${defaultPath(attendanceMonth)}?month=${monthOf(today)}`, {
        headers: { authorization: token },
      }).then(answer => answer.text())
      const asked = performance.now() - start
      const gap = await page.evaluate(() => window.watchedPage?.longestGap ?? Number.NaN)
      if (wrong.length > 0) console.error(`  refused: ${[...new Set(wrong)].join('; ')}`)
      return {
        figures: [
          {
            label: 'punches stored',
            value: after.punches - before.punches,
            unit: 'punches',
            target: { atLeast: PUNCHES, atMost: PUNCHES },
          },
          {
            label: 'refused or answered differently',
            value: wrong.length + doubled,
            unit: '',
            target: { atMost: 0 },
          },
          { label: 'all sent within', value: (sent - began) / 1000, unit: 's', target: { atMost: 63 } },
          {
            label: 'all judged after the last',
            value: (judgedAt - sent) / 1000,
            unit: 's',
            target: { atMost: 5 },
          },
          { label: 'an answer', value: median(answers), unit: 'ms' },
          { label: '  95 of 100', value: quantile(answers, 0.95), unit: 'ms' },
          { label: 'the month asked for afterwards', value: asked, unit: 'ms' },
          { label: 'longest pause of the open console', value: gap, unit: 'ms' },
        ],
      }

      async function counts() {
        const { rows } = await client.query<{ punches: string }>(
          `select count(*) as punches from punch p join worker w on w.id = p.worker_id
           where p.tenant_id = $1 and w.number like 'B%'`,
          [tenantId],
        )
        return { punches: Number(rows[0]?.punches) }
      }
    } finally {
      await client.end()
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
