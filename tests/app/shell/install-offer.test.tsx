// The offer to install: on a touch screen with a network, and not above what is known without one.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { InstallOffer } from '../../../src/app/shell/install-offer.tsx'
import { watchConnection } from '../../../src/platform/connection.ts'
import { watchInstall } from '../../../src/platform/install.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

watchInstall()
watchConnection()

afterEach(() => vi.restoreAllMocks())

test('leaves while there is no network, and comes back with it', async () => {
  localStorage.clear()
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    query =>
      Object.assign(new EventTarget(), {
        matches: query === '(pointer: coarse)',
        media: query,
      }) as MediaQueryList,
  )
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ code: 0 }))
  await renderScreen(<InstallOffer />)
  const offer = page.getByText(/^Install the console/)
  dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined }))
  await expect.element(offer).toBeVisible()
  dispatchEvent(new Event('offline'))
  await expect.element(offer).not.toBeInTheDocument()
  dispatchEvent(new Event('online'))
  await expect.element(offer).toBeVisible()
})
