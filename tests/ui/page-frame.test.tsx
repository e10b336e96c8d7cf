// The head of a page: what stands in it stays in it, and a page has one heading.
import { Button } from '@mantine/core'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PageHead } from '../../src/ui/page-frame.tsx'
import { Empty, Forbidden } from '../../src/ui/states.tsx'
import { renderUi } from './render-ui.tsx'

beforeEach(() => page.viewport(1280, 800))

test('where an open panel leaves little room, no button leaves the head', async () => {
  await renderUi(
    <div style={{ inlineSize: 400 }}>
      <PageHead
        title="Geräte"
        count={408}
        end={
          <>
            <Button>Importieren</Button>
            <Button>Exportieren</Button>
            <Button>Gerät hinzufügen</Button>
          </>
        }
      />
    </div>,
  )
  const head = page.getByRole('banner').element().getBoundingClientRect()
  for (const button of page.getByRole('button').elements()) {
    const { left, right, bottom } = button.getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(head.left)
    expect(right).toBeLessThanOrEqual(head.right)
    expect(bottom).toBeLessThanOrEqual(head.bottom + 1)
  }
})

test('on a phone, where the bar says the title, an empty head takes no line', async () => {
  await page.viewport(390, 800)
  await renderUi(
    <>
      <PageHead title="Devices" count={408} />
      <p>Below</p>
    </>,
  )
  await expect.element(page.getByRole('heading', { level: 1, name: /^Devices/ })).toBeInTheDocument()
  const { position } = getComputedStyle(page.getByRole('banner').element())
  expect(position).toBe('absolute')
})

test('what stands in for a page is its first heading, and what stands in for a part of it is none', async () => {
  await renderUi(
    <>
      <Forbidden />
      <Forbidden part />
      <Empty page title="No device is chosen" />
      <Empty title="Nothing matches" />
    </>,
  )
  const first = page.getByRole('heading', { level: 1 }).elements()
  expect(first.map(({ textContent }) => textContent)).toEqual([
    'You may not see this page',
    'No device is chosen',
  ])
})
