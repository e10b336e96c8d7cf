// What the server says in each language: from the console's catalogues, with the console's names for alarms.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentenceOf } from '../../server/modules/alarms/say-alarms.ts'
import { alarmMessage, callMessage, payloadOf } from '../../server/modules/push/payloads.ts'
import { alarmNames, pushWords } from '../../server/modules/push/words.ts'
import { msg, wordsIn } from '../../server/words.ts'
import { alarmTypes } from '../../src/domain/alarm/alarm-types.ts'
import { languages } from '../../src/domain/languages.ts'
import { typeWords } from '../../src/features/alarms/alarm-words.ts'

const config = { serviceBases: {} }
const facts = { id: 7, who: 'Li Wei', building: null, unit: null, roomNo: null, place: 'Gate 3' }

test('there is a catalogue for each language, and no other', () => {
  expect(readdirSync(new URL('../../locales', import.meta.url)).toSorted()).toEqual(languages.toSorted())
})

test('every language says everything, with the same places for names', () => {
  const english = wordsIn('en')
  for (const language of languages) {
    const say = wordsIn(language)
    for (const [key, word] of Object.entries({ ...pushWords, ...alarmNames })) {
      const text = say(word, { name: '{name}' })
      expect(['', word.id], `${language}: ${key}`).not.toContain(text)
      expect(text.includes('{name}'), `${language}: ${key}`).toBe(
        english(word, { name: '{name}' }).includes('{name}'),
      )
    }
    const same = Object.values(pushWords).filter(word => say(word) === english(word))
    expect(same, language).toHaveLength(language === 'en' ? Object.keys(pushWords).length : 0)
  }
  expect(wordsIn('xx')).toBe(wordsIn('cn'))
})

test('an alarm is called by the same message as in the console', () => {
  expect(Object.keys(alarmNames).toSorted()).toEqual([...alarmTypes].toSorted())
  const sources = (words: Record<string, { id: string; message?: string }>) =>
    Object.fromEntries(Object.entries(words).map(([type, { id, message }]) => [type, { id, message }]))
  expect(sources(alarmNames)).toEqual(sources(typeWords))
})

test('a message has the id by which the catalogues are compiled, and none where only its context differs', () => {
  expect(msg({ message: 'Open', context: 'valve' }).id).not.toBe(msg({ message: 'Open' }).id)
})

test('a notification is in the language of its reader, names kept apart from its direction', () => {
  const payload = (language: string) =>
    payloadOf(
      alarmMessage({ ...facts, type: 'fall' }, 'escalated'),
      { language, tag: 't', receipt: 'r', at: 1 },
      config,
    )
  expect(payload('de')).toMatchObject({
    title: 'Niemand hat reagiert: \u2068Sturz\u2069',
    lang: 'de',
    direction: 'ltr',
    answers: { faster: '{name} war schneller.', taken: 'Sie haben übernommen.' },
  })
  expect(payload('ar')).toMatchObject({ lang: 'ar', direction: 'rtl' })
  expect(payload('cn')).toMatchObject({
    title: '无人处理：\u2068跌倒\u2069',
    lang: 'zh-CN',
    direction: 'ltr',
  })
  const call = callMessage({
    ...{ id: 1, kind: 'direct' as const, deviceName: null, callerName: '$& {name}' },
    ...{ building: null, unit: null, roomNo: null },
  })
  expect(call('en').title).toBe('\u2068$& {name}\u2069 is calling')
  expect(call('de').actions).toEqual([{ action: 'open', title: 'Öffnen' }])
})

test('speech and text messages stay Chinese, an SOS to the letter', () => {
  const alarm = { type: 'sos', wearerName: 'Li Wei', deviceName: 'Helmet' } as Parameters<
    typeof sentenceOf
  >[0]['alarm']
  expect(sentenceOf({ alarm, why: 'raised' })).toBe('报警：紧急求救，Li Wei')
  expect(sentenceOf({ alarm: { ...alarm, type: 'fall' }, why: 'escalated' })).toBe('报警升级：跌倒，Li Wei')
})
