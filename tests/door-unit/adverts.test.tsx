// The screen of an advert: seen from its first picture, gone with the first touch or key, and counted by nobody while unseen.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepPosters, openPoster } from '../../src/door-unit/advert-files.ts'
import { AdvertScreen } from '../../src/door-unit/advert-screen.tsx'
import '../../src/door-unit/page.css'
import { wearSkin } from '../../src/door-unit/wear-skin.ts'

const heard = () => ({ touched: vi.fn(), started: vi.fn(), ended: vi.fn(), broke: vi.fn() })

function show(adverts: ReturnType<typeof heard>, url: string, poster?: string) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  wearSkin()
  return render(
    <I18nProvider i18n={i18n}>
      <AdvertScreen advert={{ playId: 'b-1', url, poster }} adverts={adverts} />
    </I18nProvider>,
  )
}

/** A film of a second, drawn here. */
async function film(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 160
  canvas.height = 90
  const ground = canvas.getContext('2d')
  const parts: Blob[] = []
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' })
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const over = new Promise(resolve => {
    recorder.onstop = resolve
  })
  recorder.start()
  for (let picture = 0; picture < 20; picture++) {
    if (ground) {
      ground.fillStyle = picture % 2 === 0 ? '#204060' : '#604020'
      ground.fillRect(0, 0, 160, 90)
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  recorder.stop()
  await over
  return URL.createObjectURL(new Blob(parts, { type: 'video/webm' }))
}

test('says when its first picture was seen and when it ended', async () => {
  const adverts = heard()
  await show(adverts, await film())
  await vi.waitFor(() => expect(adverts.started).toHaveBeenCalledWith('b-1'), 5_000)
  await vi.waitFor(() => expect(adverts.ended).toHaveBeenCalledWith('b-1'), 8_000)
  expect(adverts.broke).not.toHaveBeenCalled()
})

test('a touch or a key calls the door back; it can be read and pressed without seeing it', async () => {
  const adverts = heard()
  const screen = await show(adverts, await film())
  const button = screen.getByRole('button', { name: 'Advertisement. Touch to call.' })
  await button.click()
  expect(adverts.touched).toHaveBeenCalled()
  adverts.touched.mockClear()
  await userEvent.keyboard('1')
  expect(adverts.touched).toHaveBeenCalled()
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa'] },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('a file that cannot be played is given up', async () => {
  const adverts = heard()
  await show(adverts, URL.createObjectURL(new Blob(['no film'], { type: 'video/webm' })))
  await vi.waitFor(() => expect(adverts.broke).toHaveBeenCalledWith('b-1'), 5_000)
})

test('a poster is kept with the list, shown until the film is there, and let go of with the next list', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('still picture'))
  const video = {
    ...{ advertId: 1, sha256: 'a'.repeat(64), url: '/files/film', contentType: 'video/webm' },
    ...{ bytes: 1, ms: 1_000, poster: '/files/still' },
  }
  await keepPosters([video, { ...video, advertId: 2 }])
  await keepPosters([video])
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
  const kept = await openPoster(video)
  expect(await (await fetch(kept ?? '')).text()).toBe('still picture')
  await show(heard(), await film(), kept)
  expect(document.querySelector('video')?.poster).toBe(kept)
  await keepPosters([{ ...video, poster: undefined }])
  expect(await openPoster(video)).toBeUndefined()
})
