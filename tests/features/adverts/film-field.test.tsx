// The video of an advertisement in its form: what doors play goes up as it is, all else is converted here first, and each
// brings its poster along.
import { canEncodeVideo } from 'mediabunny'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { planFilm } from '../../../src/domain/advert/film.ts'
import { MOST_UPLOAD_BYTES } from '../../../src/domain/file/stored-file.ts'
import { FilmField } from '../../../src/features/adverts/film-field.tsx'
import { convertFilm, firstTarget, lookInto } from '../../../src/platform/film-converter.ts'
import { MOST_POSTER_BYTES } from '../../../src/platform/poster.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { clip } from './clip.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const FILM = '/files/film567890123456789012345678901234567890123'
const POSTER = '/files/poster7890123456789012345678901234567890123'
const OWN = '/files/own4567890123456789012345678901234567890123'

/** The field in a form of its own, before a server that takes everything. */
async function show(first: Record<string, unknown> = {}) {
  const sent: { film: File[]; poster: File[] } = { film: [], poster: [] }
  const addresses = new WeakMap<XMLHttpRequest, string>()
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function (
    this: XMLHttpRequest,
    _method: string,
    address: string | URL,
  ) {
    addresses.set(this, String(address))
  })
  vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(() => {})
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    const file = body instanceof FormData ? body.get('file') : undefined
    const video = addresses.get(this)?.includes('uploadAdvertVideo')
    if (file instanceof File) sent[video ? 'film' : 'poster'].push(file)
    const stored = { id: 1, url: FILM, name: 'film', bytes: 1, contentType: 'video/webm' }
    const measured = { sha256: 'a'.repeat(64), ms: 2_000, codec: 'vp8', width: 320, height: 180 }
    const text = JSON.stringify({ code: 1, data: video ? { ...stored, ...measured } : POSTER })
    Object.defineProperties(this, { status: { value: 200 }, responseText: { value: text } })
    setTimeout(() => this.dispatchEvent(new ProgressEvent('load')))
  })
  const shown: { values: Record<string, unknown> } = { values: first }
  let type = (_field: string, _value: unknown) => {}
  function Form() {
    const [values, setValues] = useState(first)
    shown.values = values
    const set = (field: string, value: unknown) => setValues(before => ({ ...before, [field]: value }))
    type = set
    const control = {
      ...{ value: values.url, values, set, label: 'Video', error: undefined, disabled: false, rows: [] },
      onChange: (value: unknown) => set('url', value),
    }
    return <FilmField control={control} />
  }
  await renderScreen(<Form />)
  const choose = async (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('there is nowhere to choose a file')
    await userEvent.upload(input, file)
  }
  return { sent, shown, choose, type: (field: string, value: unknown) => type(field, value) }
}

const uploaded = { url: FILM, poster: POSTER }

test('what doors play goes up as it is, with a small poster taken from it', async () => {
  const { sent, shown, choose } = await show()
  const film = await clip({ container: 'webm', codec: 'vp8', width: 1280, height: 720 })
  await choose(film)
  await expect.poll(() => shown.values, { timeout: 20_000 }).toEqual(uploaded)
  expect(sent.film[0]?.size).toBe(film.size)
  const [poster] = sent.poster
  expect(poster?.size).toBeLessThanOrEqual(MOST_POSTER_BYTES)
  const picture = await createImageBitmap(poster ?? new Blob())
  expect([picture.width, picture.height]).toEqual([640, 360])
  const ground = new OffscreenCanvas(640, 360).getContext('2d')
  ground?.drawImage(picture, 0, 0)
  const [red = 0, , blue = 0] = ground?.getImageData(5, 5, 1, 1).data ?? []
  expect(blue - red).toBeGreaterThan(80)
})

test('with another video comes another poster', async () => {
  const { shown, choose } = await show({ url: '/files/before', poster: '/files/taken-from-it' })
  await choose(await clip({ container: 'webm', codec: 'vp8' }))
  await expect.poll(() => shown.values, { timeout: 20_000 }).toEqual(uploaded)
})

test('a poster that somebody chose here stays', async () => {
  const { shown, choose, type } = await show()
  type('poster', OWN)
  await expect.poll(() => shown.values.poster).toBe(OWN)
  await choose(await clip({ container: 'webm', codec: 'vp8' }))
  await expect.poll(() => shown.values, { timeout: 20_000 }).toEqual({ url: FILM, poster: OWN })
})

test('pictures that doors play are taken over from a container that they do not', async () => {
  const { sent, shown, choose } = await show()
  await choose(await clip({ container: 'mkv', codec: 'vp8', sound: true }))
  await expect
    .element(page.getByText('Doors do not play VP8 (Matroska). Convert the video to WebM (VP8) here?'))
    .toBeVisible()
  expect(sent.film).toEqual([])
  await page.getByRole('button', { name: 'Convert' }).click()
  await expect.poll(() => shown.values, { timeout: 20_000 }).toEqual(uploaded)
  const facts = await lookInto(sent.film[0] ?? new Blob())
  expect(facts).toMatchObject({ container: 'webm', codec: 'vp8', sound: true, width: 320, height: 180 })
  expect(facts && planFilm(facts)).toEqual({ do: 'send' })
  expect(sent.film[0]?.name).toBe('clip.webm')
})

test('pictures that doors do not play are made anew', async ({ skip }) => {
  if (!(await canEncodeVideo('av1', { width: 320, height: 180 }))) skip('this browser writes no AV1')
  const { sent, shown, choose } = await show()
  await choose(await clip({ container: 'mp4', codec: 'av1', sound: true }))
  await page.getByRole('button', { name: 'Convert' }).click({ timeout: 20_000 })
  await expect.poll(() => shown.values, { timeout: 25_000 }).toEqual(uploaded)
  const facts = await lookInto(sent.film[0] ?? new Blob())
  expect(facts && planFilm(facts)).toEqual({ do: 'send' })
  expect(facts).toMatchObject({ width: 320, height: 180, sound: true })
  expect(Math.abs((facts?.ms ?? 0) - 2_000)).toBeLessThan(120)
  expect(facts?.bytes).toBeLessThan(MOST_UPLOAD_BYTES.video)
})

test('who does not want it converted has sent nothing', async () => {
  const { sent, shown, choose } = await show()
  await choose(await clip({ container: 'mkv', codec: 'vp8' }))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect
    .element(page.getByText('MP4 (H.264) or WebM (VP8, VP9), up to 20 MB, up to 5 minutes'))
    .toBeVisible()
  expect([sent.film, shown.values]).toEqual([[], {}])
})

test('a conversion that is called off answers nothing', async () => {
  const film = await clip({ container: 'mp4', codec: 'vp8', seconds: 4, width: 640, height: 360 })
  const facts = await lookInto(film)
  const target = facts && (await firstTarget(facts, false))
  if (!target) throw new Error('this browser converts nothing')
  const off = new AbortController()
  const parts: number[] = []
  const made = await convertFilm(film, {
    ...{ facts, target, copies: false, signal: off.signal },
    onProgress: part => {
      parts.push(part)
      if (part > 0) off.abort()
    },
  })
  expect(made).toBeUndefined()
  expect(Math.max(...parts)).toBeLessThan(1)
})

test('a browser that cannot read a video says so, and what doors play', async ({ skip }) => {
  if (!(await canEncodeVideo('av1', { width: 320, height: 180 }))) skip('this browser writes no AV1')
  const film = await clip({ container: 'mp4', codec: 'av1' })
  vi.stubGlobal('VideoDecoder', undefined)
  const { sent, choose } = await show()
  await choose(film)
  await expect
    .element(
      page.getByText(/^Doors do not play AV1 \(MP4\), and this browser cannot convert it\. Doors play MP4/),
    )
    .toBeVisible()
  expect(sent.film).toEqual([])
})
