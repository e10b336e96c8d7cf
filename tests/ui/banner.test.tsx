// The line above a page.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Banner, BannerAction } from '../../src/ui/banner.tsx'
import { renderUi } from './render-ui.tsx'

afterEach(() => page.viewport(1280, 800))

const LONG = 'While you were away: 2 missed calls, 9 alarms escalated, 4 alarms for you and 12 spoken notices'

test('on a phone it is one line, unless all of its words are needed', async () => {
  await page.viewport(390, 800)
  await renderUi(
    <>
      <Banner tone="info" icon="bell" end={<BannerAction onClick={() => {}}>Show</BannerAction>}>
        {LONG}
      </Banner>
      <Banner tone="info" icon="home" whole>
        {LONG}
      </Banner>
    </>,
  )
  const [one, whole] = page.getByText(LONG).elements()
  const lines = (element: Element | undefined) =>
    element
      ? Math.round(
          element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
        )
      : 0
  expect(lines(one)).toBe(1)
  expect(lines(whole)).toBeGreaterThan(1)
})

test('one that comes during a press waits until the press is over', async () => {
  const press = (type: string) => document.body.dispatchEvent(new PointerEvent(type, { bubbles: true }))
  press('pointerdown')
  await renderUi(
    <Banner tone="info" icon="bell">
      A file is ready
    </Banner>,
  )
  expect(page.getByRole('status').elements()).toEqual([])
  press('pointerup')
  // The click of this press is still to come.
  expect(page.getByRole('status').elements()).toEqual([])
  await expect.element(page.getByRole('status')).toHaveTextContent('A file is ready')
})

test('one that comes during a drag does not wait for its end', async () => {
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await renderUi(
    <Banner tone="info" icon="bell">
      A file is ready
    </Banner>,
  )
  await expect.element(page.getByRole('status')).toHaveTextContent('A file is ready')
})
