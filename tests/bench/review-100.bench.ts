// A hundred photos judged by keyboard: from the first key until the server has the last verdict, and then each taken back.
import sharp from 'sharp'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, SCREEN } from './browser.ts'
import { openDatabase, tenantOf } from './database.ts'
import { type Bench, quantile } from './figures.ts'

const PHOTOS = 100
const LIMIT_MS = 60_000
const PICTURE = { width: 1600, height: 1200 }

/** A picture as large as a phone sends them, each another one. */
async function noisy(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const raw = Buffer.alloc(PICTURE.width * PICTURE.height * 3, seed)
  for (let at = 0; at < raw.length; at += 97) raw[at] = (at * (seed + 7)) % 256
  return new Uint8Array(
    await sharp(raw, { raw: { ...PICTURE, channels: 3 } })
      .jpeg({ quality: 60 })
      .toBuffer(),
  )
}

async function addPhotos(url: string, token: string): Promise<void> {
  const send = async (path: string, body: string | FormData): Promise<unknown> => {
    const headers = {
      authorization: token,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(`${url}/api/user/${path}`, { method: 'POST', headers, body })
    const { code, data, msg } = (await answer.json()) as { code: number; data?: unknown; msg?: string }
    if (code !== 0 && code !== 1) throw new Error(`${path}: ${code} ${msg}`)
    return data
  }
  for (let nth = 0; nth < PHOTOS; nth++) {
    const form = new FormData()
    form.set('file', new Blob([await noisy(nth)], { type: 'image/jpeg' }), `${nth}.jpg`)
    const address = await send('ossUser/addOssHederImg', form)
    await send('photo/save', JSON.stringify({ name: `Photo ${nth}`, url: address }))
  }
}

const bench: Bench = {
  name: `${PHOTOS} photos judged by keyboard, and taken back`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      await client.query('delete from photo where tenant_id = $1', [tenantId])
      const page = await (await browser.newContext({ viewport: SCREEN })).newPage()
      await page.addInitScript(() => localStorage.setItem('lang', 'en'))
      await logIn(page, server.url, 'admin')
      await addPhotos(server.url, String(await page.evaluate(() => localStorage.getItem('token'))))
      const inState = async (state: string): Promise<number> => {
        const { rows } = await client.query<{ n: string }>(
          'select count(*) as n from photo where tenant_id = $1 and state = $2',
          [tenantId, state],
        )
        return Number(rows[0]?.n)
      }
      const until = async (state: string) => {
        while ((await inState(state)) < PHOTOS) await page.waitForTimeout(20)
      }
      await follow(page, '/picture?review=1')
      await page.locator('main h2').first().waitFor()
      // One that waits is in sight, and its picture is there, before the next key.
      const seen = () =>
        page.waitForFunction(() => {
          const [picture] = document.querySelectorAll<HTMLImageElement>('main button > img[alt^="Photo"]')
          const waits = document.querySelector('main li [aria-current="true"][aria-label$="In review"]')
          return waits !== null && picture?.complete === true && picture.naturalWidth > 0
        })
      const each: number[] = []
      const started = performance.now()
      for (let nth = 0; nth < PHOTOS; nth++) {
        const shown = performance.now()
        await seen()
        await page.keyboard.press('a')
        each.push(performance.now() - shown)
      }
      await until('approved')
      const judged = performance.now() - started
      const back = performance.now()
      for (let nth = 0; nth < PHOTOS; nth++) await page.keyboard.press('u')
      await until('review')
      const takenBack = performance.now() - back
      await client.end()
      return {
        figures: [
          { label: `${PHOTOS} judged`, value: judged, unit: 'ms', target: { atMost: LIMIT_MS } },
          { label: 'picture there and key taken, 95 %', value: quantile(each, 0.95), unit: 'ms' },
          { label: `${PHOTOS} taken back`, value: takenBack, unit: 'ms', target: { atMost: LIMIT_MS } },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

export default bench
