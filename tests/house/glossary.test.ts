// One term, one translation: every message of the seven catalogues against docs/glossary.md.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../../lingui.config.ts'
import { textOf } from './source-files.ts'

type Message = { english: string; context: string; translation: string }

/** The lines of the table below a heading, without its own head. */
function tableBelow(heading: string): string[][] {
  const part =
    textOf('docs/glossary.md')
      .split(/^#+ /m)
      .find(text => text.startsWith(heading)) ?? ''
  const lines = part.split('\n').filter(line => line.startsWith('|'))
  return lines.slice(2).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  )
}

async function messagesOf(language: string): Promise<Message[]> {
  const path = `locales/${language}/messages.po`
  const { format } = config
  if (!format || typeof format === 'string') throw new Error('the catalogues have a formatter of their own')
  const read = await format.parse(textOf(path), { locale: language, sourceLocale: 'en', filename: path })
  return Object.values(read).map(({ message = '', context = '', translation = '' }) => ({
    english: message,
    context,
    translation,
  }))
}

/** What people read of a message: placeholders and tags are named by engineers. */
const spoken = (text: string) => text.replace(/\{\w+(, plural,)?|<\/?\d+\/?>/g, ' ')

/** Without marks of vowels, which Arabic may write or leave out, and without capitals. */
const bare = (text: string) => text.replace(/[\u064b-\u0652\u0640]/g, '').toLowerCase()

const languages = ['cn', 'de', 'es', 'fr', 'ru', 'ar']
const terms = tableBelow('Glossary').map(([forms = '', ...cells]) => ({
  name: forms.split(',')[0] ?? '',
  pattern: new RegExp(
    `\\b(${forms
      .split(',')
      .map(form => form.trim())
      .join('|')})\\b`,
    'i',
  ),
  stems: new Map(
    languages.map((language, at) => [language, (cells[at] ?? '').split(',').map(stem => bare(stem.trim()))]),
  ),
}))
const otherwise = new Set(tableBelow('Messages in which').map(([message]) => message))
const meansSomethingElse = ({ english, context }: Message) =>
  [english, `${english} (${context})`, `* (${context})`].some(message => otherwise.has(message))
const unused = tableBelow('Words that are not used')

test('the glossary has every language of the catalogues, and a translation in every cell', () => {
  expect([...languages, 'en'].sort()).toEqual(readdirSync('locales').sort())
  expect(terms.length).toBeGreaterThan(20)
  expect(terms.filter(({ stems }) => [...stems.values()].flat().includes(''))).toEqual([])
})

test.each(languages)('one term has one translation: %s', async language => {
  const messages = await messagesOf(language)
  const astray = messages
    .filter(message => !meansSomethingElse(message))
    .flatMap(({ english, translation }) =>
      terms
        .filter(
          ({ pattern, stems }) =>
            pattern.test(spoken(english)) &&
            !stems.get(language)?.some(stem => bare(translation).includes(stem)),
        )
        .map(({ name }) => `${name}: ${english} → ${translation}`),
    )
  expect(astray).toEqual([])
})

test('each term is used, and each message with another meaning is there', async () => {
  const messages = await messagesOf('en')
  expect(
    terms.filter(({ pattern }) => !messages.some(({ english }) => pattern.test(spoken(english)))),
  ).toEqual([])
  const there = new Set(
    messages.flatMap(({ english, context }) => [english, `${english} (${context})`, `* (${context})`]),
  )
  expect([...otherwise].filter(message => message === undefined || !there.has(message))).toEqual([])
})

test('words that were given up do not come back', async () => {
  const back = await Promise.all(
    unused.map(async ([language = '', word = '']) =>
      (await messagesOf(language))
        .map(({ translation }) => translation)
        .filter(text => bare(text).includes(bare(word))),
    ),
  )
  expect(back.flat()).toEqual([])
})
