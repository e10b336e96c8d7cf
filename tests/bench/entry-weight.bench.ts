// What the login screen costs the network: bytes as they travel from the real server to a browser that knows nothing, until
// its field is there; and apart from that what is taken ahead for the page behind it while somebody types.
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright'
import { startConsole } from '../console-process.ts'
import { ACCOUNT_FIELD, openBrowser, SCREEN } from './browser.ts'
import { callFiles } from './call-code.ts'
import type { Bench } from './figures.ts'

interface Loaded {
  url: string
  type: string
  encoding: string
  travelled: number
  gzip: number
}

const KB = 1000

async function loadedBy(response: Response): Promise<Loaded> {
  const { responseBodySize } = await response.request().sizes()
  const headers = await response.allHeaders()
  return {
    url: response.url(),
    type: response.request().resourceType(),
    encoding: headers['content-encoding'] ?? 'none',
    travelled: responseBodySize,
    gzip: gzipSync(await response.body(), { level: 9 }).length,
  }
}

declare global {
  interface Window {
    /** When the login's field was there, by the page's own clock. */
    fieldAt?: number
  }
}

/** Writes down when the field is there; before any script of the page. */
const noteField = (page: Page) =>
  page.addInitScript(field => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(field)) return
      window.fieldAt = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  }, ACCOUNT_FIELD)

/** Addresses that were asked for before the field was there. */
async function askedBefore(page: Page): Promise<Set<string>> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= (window.fieldAt ?? Number.NaN))
      .map(({ name }) => name),
  )
  return new Set(urls)
}

const bench: Bench = {
  name: 'Weight of the login screen (compressed, 1 KB = 1000 bytes)',
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      // The worker would fetch the rest of the shell for later starts: that is not what the first screen waits for.
      const page = await browser.newPage({ serviceWorkers: 'block', viewport: SCREEN })
      await noteField(page)
      const responses: Response[] = []
      page.on('response', response => {
        if (/^(script|stylesheet)$/.test(response.request().resourceType())) responses.push(response)
      })
      await page.goto(server.url)
      await page.waitForSelector(ACCOUNT_FIELD)
      await page.waitForLoadState('networkidle')
      const all = await Promise.all(responses.map(loadedBy))
      const before = await askedBefore(page)
      const files = all.filter(({ url }) => before.has(url))
      const ahead = all.filter(({ url }) => !before.has(url))
      const sum = (type: string, of: (one: Loaded) => number) =>
        files.filter(one => one.type === type).reduce((total, one) => total + of(one), 0) / KB
      const bare = all.filter(({ encoding, gzip }) => encoding === 'none' && gzip > 2048)
      const calls = callFiles().filter(name => all.some(({ url }) => url.endsWith(name)))
      const encodings = [...new Set(all.map(({ encoding }) => encoding))].join(', ')
      return {
        figures: [
          {
            label: `script, as served (${encodings})`,
            value: sum('script', one => one.travelled),
            unit: 'KB',
            target: { atMost: 170 },
          },
          {
            label: `style sheets, as served (${encodings})`,
            value: sum('stylesheet', one => one.travelled),
            unit: 'KB',
            target: { atMost: 40 },
          },
          {
            label: 'files served without compression',
            value: bare.length,
            unit: 'files',
            target: { atMost: 0 },
          },
          {
            label: 'files of the call code among them',
            value: calls.length,
            unit: 'files',
            target: { atMost: 0 },
          },
          { label: 'script, by gzip', value: sum('script', one => one.gzip), unit: 'KB' },
          { label: 'style sheets, by gzip', value: sum('stylesheet', one => one.gzip), unit: 'KB' },
          {
            label: 'taken ahead while somebody types, as served',
            value: ahead.reduce((total, { travelled }) => total + travelled, 0) / KB,
            unit: 'KB',
          },
          { label: 'files of it', value: ahead.length, unit: 'files' },
          { label: 'scripts', value: files.filter(({ type }) => type === 'script').length, unit: 'files' },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
