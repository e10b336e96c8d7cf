// What the door unit's page makes of a browser: its language, and where the broker is.
import { expect, test } from 'vitest'
import { brokerUrl } from '../../src/door-unit/enrolled.ts'
import { languageOf } from '../../src/door-unit/words.ts'

test.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['zh-TW'], 'cn'],
  [null, ['pt-BR', 'fr'], 'fr'],
  [null, ['pt-BR'], 'cn'],
  [null, [], 'cn'],
  ['ar', ['de'], 'ar'],
  ['xx', ['ru-RU'], 'ru'],
  // A BCP 47 tag of that name would be no Chinese.
  [null, ['cn'], 'cn'],
])('chosen %s, preferred %j: %s', (chosen, preferred, language) => {
  expect(languageOf(chosen, preferred)).toBe(language)
})

test.each([
  ['/mqtt', 'http://localhost:8080/door', 'ws://localhost:8080/mqtt'],
  ['/mqtt', 'https://doors.example.org/door', 'wss://doors.example.org/mqtt'],
  ['wss://broker.example.org/mqtt', 'https://doors.example.org/door', 'wss://broker.example.org/mqtt'],
])('%s on %s is %s', (url, page, address) => {
  expect(brokerUrl(url, page)).toBe(address)
})
