// Every page that is built, one after the other: what a screen reader needs of each of them, the colours of both skins, and
// that nothing stands over the edge of a phone.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { findings } from './axe.ts'
import { Api, address, type Consoles, expect, test, widths } from './console.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

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

/** What goes wrong in the other skin, and on a phone, whose width the page has when it is opened. */
async function faultsOfLooks(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  await page.setViewportSize(widths.desktop)
  const found = await findings(page, { colours: true })
  await page.setViewportSize(widths.phone)
  return beyond > 0 ? [...found, `${beyond} px over the edge`] : found
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

/** So many pages are one test: what goes wrong costs these a second try, and the workers share them. */
const PAGES_AT_ONCE = 24
const parts = Array.from({ length: Math.ceil(built.length / PAGES_AT_ONCE) }, (_, part) =>
  built.slice(part * PAGES_AT_ONCE, (part + 1) * PAGES_AT_ONCE),
)

/** Opens one page after another, and asks of each what is wrong with it. */
async function walkAll(
  consoles: Consoles,
  pages: readonly string[],
  how: Parameters<Consoles['open']>[0],
  wrong: (page: Page) => Promise<string[]>,
): Promise<void> {
  // A machine that others load may take several times as long as a free one.
  test.slow()
  const admin = await Api.logIn('admin')
  const page = await consoles.open({ as: admin, at: '/userList', ...how })
  for (const path of pages) {
    await turnTo(page, path)
    // Some pages choose a device and open anew with it: what is between the two is no page yet.
    await everyPage.poll(() => wrong(page), { message: path, timeout: 60_000 }).toEqual([])
  }
}

test('all pages that are built are found', () => {
  expect(built.length).toBeGreaterThan(80)
})

test.describe('each page', () => {
  test.describe.configure({ mode: 'parallel' })
  for (const pages of parts) {
    const which = `${pages[0]} to ${pages.at(-1)}`
    test(`axe finds nothing serious, one first heading, and no name twice: ${which}`, ({ consoles }) =>
      walkAll(consoles, pages, { width: 'tablet', skin: 'blue' }, faultsOf))

    test(`the colours of the white skin can be told apart, and nothing is over the edge of a phone: ${which}`, ({
      consoles,
    }) => walkAll(consoles, pages, { width: 'phone', skin: 'campus' }, faultsOfLooks))
  }
})
