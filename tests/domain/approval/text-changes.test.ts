// What is marked in a text that comes back for another round.
import { expect, test } from 'vitest'
import { textChanges } from '../../../src/domain/approval/text-changes.ts'

const said = (before: string, after: string) =>
  textChanges(before, after)
    .map(({ is, text }) => (is === 'same' ? text : is === 'gone' ? `[-${text}-]` : `[+${text}+]`))
    .join('')

test.each([
  ['nothing', 'Closed on Monday.', 'Closed on Monday.', 'Closed on Monday.'],
  [
    'a time',
    'Closed 08:00-12:00 today',
    'Closed 07:30-12:30 today',
    'Closed [-08:00-12:00-][+07:30-12:30+] today',
  ],
  ['a sentence more', 'One.', 'One. Two.', 'One.[+ Two.+]'],
  ['a word less', 'The north gate', 'The gate', 'The [-north -]gate'],
  ['Chinese, by the character', '东侧通道关闭', '西侧通道关闭', '[-东-][+西+]侧通道关闭'],
  ['everything', 'abc', 'xyz', '[-abc-][+xyz+]'],
  ['an empty text before', '', 'New', '[+New+]'],
  ['an empty text after', 'Old', '', '[-Old-]'],
  ['the same word twice', 'a b a', 'a a', 'a [-b -]a'],
])('%s', (_, before, after, want) => {
  expect(said(before, after)).toBe(want)
})

test('what is kept and what came make the text as it is, however long it is', () => {
  const long = (word: string) => Array.from({ length: 5_000 }, (_, n) => `${word}${n % 7}`).join(' ')
  const [before, after] = [`${long('a')} same ${long('b')}`, `${long('b')} same ${long('c')}`]
  const began = performance.now()
  const pieces = textChanges(before, after)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(
    pieces
      .filter(({ is }) => is !== 'gone')
      .map(({ text }) => text)
      .join(''),
  ).toBe(after)
  expect(
    pieces
      .filter(({ is }) => is !== 'new')
      .map(({ text }) => text)
      .join(''),
  ).toBe(before)
})
