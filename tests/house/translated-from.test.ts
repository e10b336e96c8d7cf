// A translation knows the English that it was made from.
import { expect, test } from 'vitest'
import config from '../../lingui.config.ts'
import { lookedAt, unmarkedOrOld } from '../../scripts/translated-from.mjs'

const context = { locale: 'de', sourceLocale: 'en', filename: 'messages.po', existing: undefined }

/** What the extractor writes down of a catalogue that it has read. */
async function written(catalogue: string, locale = 'de'): Promise<string> {
  const { format } = config
  if (!format || typeof format === 'string') throw new Error('the catalogues have a formatter of their own')
  const read = await format.parse(catalogue, { ...context, locale })
  return await format.serialize(read, { ...context, locale })
}

const fresh = 'msgid "Close"\nmsgstr "Schließen"\n\nmsgid "Open"\nmsgstr ""\n'

test('what is newly translated gets a mark, what is empty none, and the source language none', async () => {
  expect(unmarkedOrOld(fresh)).toEqual({ unmarked: ['Close'], old: [] })
  const marked = await written(fresh)
  expect(unmarkedOrOld(marked)).toEqual({ unmarked: [], old: [] })
  expect(marked.match(/^# msgstr of /gm)).toHaveLength(1)
  expect(await written(marked)).toBe(marked)
  expect(await written(fresh, 'en')).not.toContain('msgstr of')
})

test('a translation that was carried over to another English is told until somebody has looked at it', async () => {
  const carried = (await written(fresh)).replace('msgid "Close"', 'msgid "Close the \\"door\\""')
  expect(unmarkedOrOld(carried)).toEqual({ unmarked: [], old: ['Close the "door"'] })
  expect(unmarkedOrOld(await written(carried)).old).toEqual(['Close the "door"'])
  expect(unmarkedOrOld(lookedAt(carried))).toEqual({ unmarked: [], old: [] })
})
