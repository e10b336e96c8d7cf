// The sheets of the entry hold up no paint, keep their places before the others, and are there before the first screen.
import { afterEach, expect, test } from 'vitest'
import { layEntrySheets } from '../../src/app/entry-sheets.ts'

const made: Element[] = []
afterEach(() => {
  for (const element of made.splice(0)) element.remove()
})

function add<Element extends HTMLElement>(element: Element): Element {
  made.push(element)
  document.head.append(element)
  return element
}

function sheet(rules: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = URL.createObjectURL(new Blob([rules], { type: 'text/css' }))
  return link
}

test('later sheets win over them, although they are laid on after those', async () => {
  const entry = sheet('.judged { color: rgb(1, 2, 3); background-color: rgb(4, 5, 6) }')
  entry.media = 'print'
  entry.dataset.entry = ''
  add(entry)
  const second = sheet('.judged { outline-color: rgb(10, 11, 12) }')
  second.media = 'print'
  second.dataset.entry = ''
  add(second)
  const style = add(document.createElement('style'))
  style.textContent = '.judged { color: rgb(7, 8, 9) }'
  const judged = document.createElement('p')
  judged.className = 'judged'
  document.body.append(judged)
  made.push(judged)
  expect(getComputedStyle(judged).backgroundColor).not.toBe('rgb(4, 5, 6)')
  await expect
    .poll(async () => {
      await layEntrySheets()
      return getComputedStyle(judged).backgroundColor
    })
    .toBe('rgb(4, 5, 6)')
  expect(getComputedStyle(judged).outlineColor).toBe('rgb(10, 11, 12)')
  expect(getComputedStyle(judged).color).toBe('rgb(7, 8, 9)')
})

test('one that does not come is not waited for, and where there is none nothing is', async () => {
  await layEntrySheets()
  const entry = sheet('')
  entry.href = '/no-such-sheet.css'
  entry.media = 'print'
  entry.dataset.entry = ''
  add(entry)
  await layEntrySheets()
  expect(entry.media).toBe('all')
})
