// A real Chromium for the benchmarks: opening it, logging in, waiting until a list can be used.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'

/** A row of the list that is drawn. */
export const ROW = '[role="grid"] [data-row]'
export const ACCOUNT_FIELD = 'input[name="username"]'

/** A tablet held sideways: the table, not the cards. */
export const SCREEN = { width: 1280, height: 800 }

export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({ args: [...CHROMIUM_FLAGS, ...flags], ...(executablePath && { executablePath }) })
}

/** A browser of its own on a folder that keeps what it stores: started anew, it is as after a tablet's restart. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const executablePath = await findChromium()
  return chromium.launchPersistentContext(folder, {
    args: [...CHROMIUM_FLAGS],
    viewport: SCREEN,
    ...(executablePath && { executablePath }),
  })
}

export async function fillLogin(page: Page, username: string): Promise<void> {
  await page.fill(ACCOUNT_FIELD, username)
  await page.fill('input[name="password"]', DEMO_PASSWORD)
}

/** Fills the login form and sends it; answers when the session is there. */
export async function logIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(url)
  await fillLogin(page, username)
  await page.click('button[type="submit"]')
  await page.waitForFunction(() => localStorage.getItem('token') !== null && location.hash !== '#/login')
}

/** Opens a page of the console by its hash, without loading the document again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(hash => {
    location.hash = hash
  }, path)
}

const PATIENCE_MS = 30_000

/** Milliseconds from a moment (epoch, this machine's clock) until the selector is drawn, seen by the page itself. */
export async function drawnAfter(page: Page, selector: string, since: number): Promise<number> {
  const at = await page.evaluate(
    ([wanted, patience]) =>
      new Promise<number | undefined>(resolve => {
        const until = Date.now() + patience
        const look = () => {
          if (Date.now() > until) return resolve(undefined)
          const drawn = document.querySelector<HTMLElement>(wanted)?.getClientRects().length
          // After the frame that shows it.
          if (drawn) requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
          else requestAnimationFrame(look)
        }
        look()
      }),
    [selector, PATIENCE_MS] as const,
  )
  if (at === undefined) throw new Error(`${selector} was not drawn at ${page.url()}`)
  return at - since
}
