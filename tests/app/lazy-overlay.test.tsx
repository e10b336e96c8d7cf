// What opens over the page without a network: the page stays, the person is told, and the next press tries again.
import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { lazyOverlay } from '../../src/app/lazy-overlay.tsx'
import { listenToToasts } from '../../src/platform/toast.ts'
import { renderUi } from '../ui/render-ui.tsx'

const Panel = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    the panel
  </button>
)

test('a part that cannot be fetched takes nothing with it', async () => {
  const load = vi
    .fn(async () => ({ default: Panel }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const told = vi.fn()
  listenToToasts(told)
  const Overlay = lazyOverlay(load)
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        {open && (
          <Suspense>
            <Overlay onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    )
  }
  await renderUi(<Page />)
  const open = page.getByRole('button', { name: 'open' })
  await open.click()
  await expect.poll(() => told.mock.calls.length).toBe(1)
  expect(told.mock.calls[0]?.[0]).toMatchObject({
    kind: 'error',
    message: { message: 'A part of the console could not be loaded' },
  })
  await open.click()
  await expect.element(page.getByRole('button', { name: 'the panel' })).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
