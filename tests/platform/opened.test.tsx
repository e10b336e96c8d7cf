// A drawer that is on the page only while it is open, and where the focus goes when it is not.
import { useState, useSyncExternalStore } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createOpened } from '../../src/platform/opened.ts'
import { renderUi } from '../ui/render-ui.tsx'

let drawers = createOpened<'one' | 'two'>()
beforeEach(() => {
  drawers = createOpened<'one' | 'two'>()
})

function Shown() {
  const name = useSyncExternalStore(drawers.subscribe, drawers.read)
  if (name === undefined) return null
  return (
    <>
      <p>{name}</p>
      <button type="button" ref={button => button?.focus()} onClick={() => drawers.open('two')}>
        next
      </button>
    </>
  )
}

test('the focus goes back to what opened it, over as many drawers as there were', async () => {
  await renderUi(
    <>
      <button type="button" onClick={() => drawers.open('one')}>
        opener
      </button>
      <Shown />
    </>,
  )
  await page.getByRole('button', { name: 'opener' }).click()
  await expect.element(page.getByText('one')).toBeVisible()
  await page.getByRole('button', { name: 'next' }).click()
  await expect.element(page.getByText('two')).toBeVisible()
  drawers.close()
  await expect.element(page.getByText('two')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'opener' })).toHaveFocus()
})

function Menu() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" aria-controls="menu">
        menu
      </button>
      {open && (
        <div role="dialog" id="menu" aria-label="Menu">
          <button
            type="button"
            onClick={() => {
              drawers.open('one')
              setOpen(false)
            }}
          >
            item
          </button>
        </div>
      )}
      <Shown />
    </>
  )
}

test('opened from a popover, which is gone by then, it goes back to the button of the popover', async () => {
  await renderUi(<Menu />)
  await page.getByRole('button', { name: 'item' }).click()
  await expect.element(page.getByText('one')).toBeVisible()
  drawers.close()
  await expect.element(page.getByRole('button', { name: 'menu' })).toHaveFocus()
})

test('who moved on meanwhile stays there', async () => {
  await renderUi(
    <>
      <button type="button" onClick={() => drawers.open('one')}>
        opener
      </button>
      <input aria-label="elsewhere" />
      <Shown />
    </>,
  )
  await page.getByRole('button', { name: 'opener' }).click()
  await userEvent.click(page.getByRole('textbox', { name: 'elsewhere' }))
  drawers.close()
  await expect.element(page.getByText('one')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'elsewhere' })).toHaveFocus()
})
