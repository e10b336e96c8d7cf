// Every page that is built, one after the other: what a screen reader needs of each of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { findings } from './axe.ts'
import { Api, address, expect, test } from './console.ts'

const routes = join(import.meta.dirname, '../../src/routes')

/** The addresses of the pages inside the frame, but for those that say that they are missing. */
const built = ['_console', '_map'].flatMap(layout =>
  readdirSync(join(routes, layout))
    .filter(file => !readFileSync(join(routes, layout, file), 'utf8').includes('built: false'))
    .map(file => `/${file.replace(/\.tsx$/, '').replace(/\.\{.*\}$/, '')}`)
    .filter(path => path !== '/index'),
)

/** One first heading, and parts of a page told apart by their names. */
const FURTHER = ['page-has-heading-one', 'landmark-unique', 'landmark-one-main', 'landmark-no-duplicate-main']

/** One page's fault keeps nobody from the next page. */
const everyPage = expect.configure({ soft: true })

async function faultsOf(page: Page): Promise<string[]> {
  const found = await findings(page, { further: FURTHER })
  const headings = await page.locator('h1').count()
  return headings === 1 ? found : [...found, `${headings} first headings`]
}

/** What a page says that is not this person's: one such page after another keeps its heading. */
const refusal = (page: Page) => page.getByRole('heading', { level: 1, name: 'You may not see this page' })

/** Opens the next page in place and waits until it stands. */
async function turnTo(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.before = ''
  })
  await page.goto(address(path))
  await expect(page.locator('h1:not([data-before])').or(refusal(page)).first(), path).toBeAttached()
  await expect(page.locator('main [role="status"][aria-busy="true"]'), path).toHaveCount(0)
}

test('on every page axe finds nothing serious, one first heading, and no name twice', async ({
  consoles,
}) => {
  // A machine that others load may take several times as long as a free one.
  test.slow()
  const admin = await Api.logIn('admin')
  expect(built.length).toBeGreaterThan(80)
  const waiting = [...built]
  // Two at a time, as many as there are cores.
  const walk = async (page: Page) => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      await turnTo(page, path)
      // Some pages choose a device and open anew with it: what is between the two is no page yet.
      await everyPage.poll(() => faultsOf(page), { message: path, timeout: 15_000 }).toEqual([])
    }
  }
  const page = await consoles.open({ as: admin, width: 'tablet', at: '/userList' })
  const second = await consoles.tab(page, '/roleList')
  await Promise.all([walk(page), walk(second)])
})
