// What the page of residents costs a phone: bytes as they travel from the real server to a browser that knows nothing, until its
// field is there; and that nothing of the console comes along.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Response } from 'playwright'
import * as z from 'zod/mini'
import { startConsole } from '../console-process.ts'
import { openBrowser } from './browser.ts'
import type { Bench } from './figures.ts'

const KB = 1000
const PHONE = { width: 390, height: 844 }
const FIELD = 'input[autocomplete="tel-national"]'

const catalogues = z.record(z.string(), z.object({ file: z.string() }))
const dist = join(import.meta.dirname, '../../dist')

/** Scripts that a page of the build names. */
const scriptsOf = (page: string): string[] =>
  [...readFileSync(join(dist, page), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].flatMap(
    ([, file]) => file ?? [],
  )

/** Files of the console alone: what its page names and the residents' does not, and its catalogue. */
function consoleFiles(): Set<string> {
  const own = scriptsOf('resident.html')
  const files = scriptsOf('index.html').filter(file => !own.includes(file))
  if (own.length === 0 || files.length === 0) throw new Error('The pages of the build name no scripts')
  const built = z.parse(catalogues, JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')))
  const words = ['locales/cn/messages.po', 'locales/cn/messages.po?lingui'].flatMap(
    key => built[key]?.file ?? [],
  )
  return new Set([...files, ...words])
}

async function weightOf(response: Response): Promise<{ url: string; type: string; travelled: number }> {
  const { responseBodySize } = await response.request().sizes()
  return { url: response.url(), type: response.request().resourceType(), travelled: responseBodySize }
}

const bench: Bench = {
  name: 'Weight of the page of residents (compressed, 1 KB = 1000 bytes)',
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      const page = await browser.newPage({ serviceWorkers: 'block', viewport: PHONE, locale: 'zh-CN' })
      const responses: Response[] = []
      page.on('response', response => {
        if (/^(script|stylesheet)$/.test(response.request().resourceType())) responses.push(response)
      })
      await page.goto(`${server.url}/resident`)
      await page.waitForSelector(FIELD)
      await page.waitForLoadState('networkidle')
      const files = await Promise.all(responses.map(weightOf))
      const foreign = consoleFiles()
      const sum = (type: string) =>
        files.filter(file => file.type === type).reduce((total, { travelled }) => total + travelled, 0) / KB
      return {
        figures: [
          {
            label: 'script with the words of a language, as served',
            value: sum('script'),
            unit: 'KB',
            target: { atMost: 120 },
          },
          { label: 'style sheets, as served', value: sum('stylesheet'), unit: 'KB', target: { atMost: 40 } },
          {
            label: 'files of the console alone among them',
            value: files.filter(({ url }) => foreign.has(new URL(url).pathname.slice(1))).length,
            unit: 'files',
            target: { atMost: 0 },
          },
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
