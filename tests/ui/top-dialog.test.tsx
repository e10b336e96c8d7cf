// Dialogs over each other: the higher rank stays on top whichever comes first, with its focus and its Escape.
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { isOnTop, TopDialog } from '../../src/ui/top-dialog.tsx'
import { renderUi, wrapUi } from './render-ui.tsx'

afterEach(() => cleanup())

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
  const { rerender } = await renderUi(<Pile names={[]} />)
  const show = (...now: string[]) => rerender(wrapUi(<Pile names={now} />))
  await page.getByLabelText('Behind').click()
  for (let count = 1; count <= names.length; count += 1) await show(...names.slice(0, count))
  return show
}

const title = (name: string) => page.getByRole('heading', { name, includeHidden: true }).element()
const onTop = (name: string) => {
  const { x, y, width, height } = title(name).getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === title(name) && isOnTop(title(name))
}
const focused = () => document.activeElement?.textContent

it.each([
  ['call', 'alarm'],
  ['alarm', 'call'],
  ['card', 'alarm', 'call'],
  ['alarm', 'card'],
])('an alarm lies on top, with the focus and the Escape: %s, %s', async (...names) => {
  await pile(...names)
  await expect.poll(() => onTop('alarm')).toBe(true)
  expect(focused()).toBe('alarm')
  await userEvent.keyboard('{Escape}')
  expect(escapes).toEqual(['alarm'])
  await page.getByRole('button', { name: 'Take alarm' }).click()
})

it('a call lies over a card that comes later', async () => {
  await pile('call', 'card')
  await expect.poll(() => onTop('call')).toBe(true)
  expect(focused()).toBe('call')
})

it('a call that comes leaves the focus of the alarm where it was', async () => {
  const show = await pile('alarm')
  await page.getByRole('button', { name: 'Take alarm' }).click()
  await show('alarm', 'call')
  await expect.poll(() => isOnTop(title('alarm'))).toBe(true)
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

it('the alarm stands beside the call where there is room', async () => {
  await page.viewport(1180, 820)
  await pile('call', 'alarm')
  const box = (name: string) => title(name).closest('dialog')?.getBoundingClientRect()
  await expect.poll(() => (box('alarm')?.right ?? 0) <= (box('call')?.left ?? 0)).toBe(true)
})
