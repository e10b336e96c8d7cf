// Dialogs beside each other: the higher rank has the focus whichever comes first, and none makes another dead.
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Direction } from '../../src/ui/provider.tsx'
import { TopDialog } from '../../src/ui/top-dialog.tsx'
import { isInFront } from '../../src/ui/top-layer.ts'
import { renderUi, wrapUi } from './render-ui.tsx'

afterEach(() => {
  direction = 'ltr'
  return cleanup()
})

let direction: Direction = 'ltr'
let escapes: string[] = []

function Pile({ names }: { names: readonly string[] }) {
  return (
    <>
      <input aria-label="Behind" />
      {names.map(name => (
        <TopDialog
          key={name}
          titleId={name}
          rank={name === 'alarm' ? 2 : name === 'call' ? 1 : 0}
          place={name === 'call' ? 'side' : 'middle'}
          onEscape={() => escapes.push(name)}
        >
          <h2 id={name} tabIndex={-1} data-initial-focus="">
            {name}
          </h2>
          <button type="button">{`Take ${name}`}</button>
        </TopDialog>
      ))}
    </>
  )
}

/** Shows dialogs one after the other. */
async function pile(...names: string[]) {
  escapes = []
  const look = { direction }
  const { rerender } = await renderUi(<Pile names={[]} />, look)
  const show = (...now: string[]) => rerender(wrapUi(<Pile names={now} />, look))
  await page.getByLabelText('Behind').click()
  for (let count = 1; count <= names.length; count += 1) await show(...names.slice(0, count))
  return show
}

const title = (name: string) => page.getByRole('heading', { name, includeHidden: true }).element()
const onTop = (name: string) => {
  const { x, y, width, height } = title(name).getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === title(name) && isInFront(title(name))
}
const boxOf = (name: string) => title(name).closest('[role=dialog]')?.getBoundingClientRect()
const focused = () => document.activeElement?.textContent

it.each([
  ['call', 'alarm'],
  ['alarm', 'call'],
  ['card', 'alarm'],
  ['alarm', 'card'],
])('an alarm has the focus and the Escape: %s, %s', async (...names) => {
  await pile(...names)
  await expect.poll(() => onTop('alarm')).toBe(true)
  expect(focused()).toBe('alarm')
  await userEvent.keyboard('{Escape}')
  expect(escapes).toEqual(['alarm'])
  await page.getByRole('button', { name: 'Take alarm' }).click()
})

it('a call keeps the focus when a card comes later', async () => {
  await pile('call', 'card')
  await expect.poll(() => onTop('call')).toBe(true)
  expect(focused()).toBe('call')
})

it('a call that comes leaves the focus of the alarm where it was', async () => {
  const show = await pile('alarm')
  await page.getByRole('button', { name: 'Take alarm' }).click()
  await show('alarm', 'call')
  await expect.poll(() => isInFront(title('alarm'))).toBe(true)
  expect(focused()).toBe('Take alarm')
  await show('alarm')
  expect(focused()).toBe('Take alarm')
})

it.each([
  ['call', 'alarm'],
  ['alarm', 'call'],
])('once the alarm is taken the focus is in the call, and then behind both: %s, %s', async (...names) => {
  const show = await pile(...names)
  await show('call')
  await expect.poll(focused).toBe('call')
  expect(onTop('call')).toBe(true)
  await show()
  await expect.poll(() => document.activeElement?.ariaLabel).toBe('Behind')
})

it('a call that ends under the alarm leaves the focus there', async () => {
  const show = await pile('call', 'alarm')
  await show('alarm')
  await expect.poll(focused).toBe('alarm')
  await show()
  await expect.poll(() => document.activeElement?.ariaLabel).toBe('Behind')
})

it('the alarm stands beside the call', async () => {
  await page.viewport(1180, 820)
  await pile('call', 'alarm')
  await expect.poll(() => (boxOf('alarm')?.right ?? 0) <= (boxOf('call')?.left ?? 0)).toBe(true)
})

it('from right to left it stands at the other side of the call', async () => {
  await page.viewport(1180, 820)
  direction = 'rtl'
  await pile('call', 'alarm')
  await expect.poll(() => (boxOf('alarm')?.left ?? 0) >= (boxOf('call')?.right ?? Infinity)).toBe(true)
})

it('F6 leads from one to the other and back to where one was', async () => {
  await pile('call', 'alarm')
  await page.getByRole('button', { name: 'Take alarm' }).click()
  await userEvent.keyboard('{F6}')
  expect(focused()).toBe('call')
  await userEvent.keyboard('{Escape}')
  expect(escapes).toEqual(['call'])
  await userEvent.keyboard('{Shift>}{F6}{/Shift}')
  expect(focused()).toBe('Take alarm')
})

it('one that comes brings a picture that fills the screen back to its place', async () => {
  const show = await pile('call')
  // Only a gesture may fill the screen.
  const button = page.getByRole('button', { name: 'Take call' }).element()
  button.addEventListener('click', () => void title('call').requestFullscreen(), { once: true })
  await page.getByRole('button', { name: 'Take call' }).click()
  await expect.poll(() => document.fullscreenElement).toBe(title('call'))
  await show('call', 'alarm')
  await expect.poll(() => document.fullscreenElement).toBeNull()
  await expect.poll(() => onTop('alarm')).toBe(true)
})
