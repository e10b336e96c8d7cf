// What notices say where their content is a code.
import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { contentText } from '../../../src/features/notices/notice-words.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const supervision = (content: string, times = 1) =>
  contentText({ kind: 'incident', content, times }, undefined, i18n)

test('the end of a term and a gap before the next are said in words, however often they were told', () => {
  expect(supervision('term 2026-05-31')).toBe('Authorised until 2026-05-31')
  expect(supervision('gap 2026-05-31 2026-06-04', 3)).toBe(
    'Authorised until 2026-05-31, and again only from 2026-06-04',
  )
  expect(supervision('strap')).toBeUndefined()
})
