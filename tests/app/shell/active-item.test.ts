// Which entry of the menu is open, where several lead to the same page.
import { expect, test } from 'vitest'
import { activeItem } from '../../../src/app/shell/navigation.ts'

const item = (key: string, path: string) => ({ key, title: key, path })
const items = [
  item('first', '/boards?board=7'),
  { key: 'group', title: 'group', children: [item('all', '/boards'), item('second', '/boards?board=8')] },
  item('alarms', '/AlarmHistory'),
]

test('the entry that says most of the address is the open one', () => {
  expect(activeItem(items, '/boards')?.key).toBe('all')
  expect(activeItem(items, '/boards', { board: 7 })?.key).toBe('first')
  expect(activeItem(items, '/boards', { board: 8, edit: 1 })?.key).toBe('second')
  expect(activeItem(items, '/boards', { board: 9 })?.key).toBe('all')
  expect(activeItem(items, '/AlarmHistory', { open: 3 })?.key).toBe('alarms')
  expect(activeItem(items, '/elsewhere')).toBeUndefined()
})

test('an entry that is not quite there stands for its page where nothing fits better', () => {
  expect(activeItem([item('only', '/rightsManagement?view=calls')], '/rightsManagement')?.key).toBe('only')
})
