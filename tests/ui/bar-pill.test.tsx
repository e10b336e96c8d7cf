// Pills of the header's bar: their words stay in the accessibility tree when a narrow bar folds them away.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { BarPill } from '../../src/ui/bar-pill.tsx'
import { renderUi } from './render-ui.tsx'

const bar = (
  <div style={{ display: 'flex', gap: 10, inlineSize: 320 }} data-testid="bar">
    <BarPill tone="ok" fold="narrow" mark={<span aria-hidden="true">♪</span>}>
      Звук включён
    </BarPill>
    <BarPill tone="critical" fold="phone" mark={<span aria-hidden="true">!</span>} count={3}>
      SOS: ждут 3
    </BarPill>
    <BarPill tone="warning" mark={<span aria-hidden="true">◌</span>} aside="5 мин. назад">
      Восстановление соединения
    </BarPill>
  </div>
)
const width = (name: string) => page.getByText(name).element().getBoundingClientRect().width

beforeEach(() => page.viewport(1280, 800))
afterEach(() => page.viewport(1280, 800))

test('a desk reads all of them', async () => {
  await renderUi(bar)
  expect(width('Звук включён')).toBeGreaterThan(20)
  await expect.element(page.getByText('5 мин. назад')).toBeVisible()
})

test('a tablet folds away what is well, never what is not', async () => {
  await page.viewport(768, 800)
  await renderUi(bar)
  expect(width('Звук включён')).toBeLessThan(2)
  await expect.element(page.getByRole('button', { name: 'Звук включён' })).toBeVisible()
  expect(width('SOS: ждут 3')).toBeGreaterThan(20)
})

test('a phone shows a number for the words, and none of them leaves the bar', async () => {
  await page.viewport(390, 800)
  await renderUi(bar)
  expect(width('SOS: ждут 3')).toBeLessThan(2)
  await expect.element(page.getByText('3', { exact: true })).toBeVisible()
  const { scrollWidth, clientWidth } = page.getByTestId('bar').element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
