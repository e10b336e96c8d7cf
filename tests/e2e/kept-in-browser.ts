// What a browser has written down for the time without network.
import { expect, type Page } from 'playwright/test'

/** The service worker serves the page, and nothing more is being written down: neither scripts nor answers. */
export async function writtenDown(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  let before = -1
  await expect
    .poll(
      async () => {
        const held = await page.evaluate(async () => {
          const caches = await globalThis.caches.keys()
          const entries = await Promise.all(
            caches.map(async name => (await (await globalThis.caches.open(name)).keys()).length),
          )
          return entries.reduce((sum, count) => sum + count, 0)
        })
        const same = held === before
        before = held
        return same
      },
      // Longer than the pause after which answers are written down.
      { intervals: [2_000] },
    )
    .toBe(true)
}
