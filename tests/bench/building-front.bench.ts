// A building of 33 floors with 8 rooms each: from the moment it is asked for until its cells are drawn, in a page that is open.
import { startConsole } from '../console-process.ts'
import { logIn, openBrowser, SCREEN } from './browser.ts'
import { openDatabase, tenantOf } from './database.ts'
import { type Bench, median } from './figures.ts'

const ROUNDS = 9
const LIMIT_MS = 200
const CELLS = 33 * 8

/** Two such buildings in a community of their own, so that each can be come to from the other. */
const LAID_DOWN = `
  with c as (insert into community (tenant_id, created_at, updated_at, name, building_pattern, unit_pattern, room_pattern)
    values ($1, 1, 1, 'Front bench', '{number}', '{number}', '{floor}{room:2}') returning id),
  b as (insert into building (tenant_id, created_at, updated_at, community_id, name, floors, sort)
    select $1, 1, 1, c.id, 'Tower ' || n, 33, 9000 + n from c, generate_series(1, 2) n returning id, community_id),
  u as (insert into unit (tenant_id, created_at, updated_at, community_id, building_id, name)
    select $1, 1, 1, b.community_id, b.id, 'U' from b returning id, building_id, community_id)
  insert into room (tenant_id, created_at, updated_at, community_id, building_id, unit_id, floor_no, kind, room_no)
  select $1, 1, 1, u.community_id, u.building_id, u.id, f, 'home', f || lpad(n::text, 2, '0')
  from u, generate_series(1, 33) f, generate_series(1, 8) n`

const bench: Bench = {
  name: `A building of 33 floors × 8 rooms from the front (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      const client = await openDatabase(server)
      await client.query(LAID_DOWN, [await tenantOf(client, 'admin')])
      const { rows } = await client.query<{ id: string }>(
        `select id from building where name like 'Tower %' order by id`,
      )
      await client.end()
      const [one, two] = rows.map(({ id }) => Number(id))
      const page = await browser.newPage({ viewport: SCREEN })
      await logIn(page, server.url, 'admin')
      await page.goto(`${server.url}/#/buildingManagement?building=${one}`)
      await page.waitForSelector('[data-room]')
      const samples: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const before = await page.locator('[data-room]').first().getAttribute('data-room')
        const begun = performance.now()
        await page.evaluate(
          to => {
            location.hash = `/buildingManagement?building=${to}`
          },
          round % 2 === 0 ? two : one,
        )
        await page.waitForFunction(
          ([old, cells]) => {
            const drawn = document.querySelectorAll('[data-room]')
            return drawn.length === cells && drawn[0]?.getAttribute('data-room') !== old
          },
          [before, CELLS] as const,
          { polling: 'raf' },
        )
        samples.push(performance.now() - begun)
      }
      return {
        figures: [
          { label: 'asked to drawn', value: median(samples), unit: 'ms', target: { atMost: LIMIT_MS } },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

export default bench
