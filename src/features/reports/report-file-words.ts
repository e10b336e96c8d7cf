// What the file of a report calls its columns and coded values, in the language now shown.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { readingKind } from '../../domain/device/readings.ts'
import { reportGroup, reportSubject } from '../../domain/report/report.ts'
import { groupWords, type ReportWords, unitWords, wordsOf } from './report-words.ts'

const heads = { mean: msg`Average`, least: msg`Lowest`, most: msg`Highest`, count: msg`Values` } as const
const nothing = msg({ context: 'breakdown', message: 'None' })

interface Asked {
  subject?: unknown
  groupBy?: unknown
  splitBy?: unknown
  reading?: unknown
}

/** Words by `group.<breakdown>`, `unit.<unit>`, `head.<figure>`, `<breakdown>.<value>` and `none`. */
export function fileWords(
  asked: Asked,
  foreign: ReportWords,
  say: (message: MessageDescriptor) => string,
): Record<string, string> {
  const subject = reportSubject.safeParse(asked.subject)
  const words: Record<string, string> = { none: say(nothing) }
  for (const [head, word] of Object.entries(heads)) words[`head.${head}`] = say(word)
  for (const [unit, word] of Object.entries(unitWords)) words[`unit.${unit}`] = say(word)
  const reading = readingKind.safeParse(asked.reading)
  const own = reading.success ? foreign.reading[reading.data] : undefined
  if (own) words['unit.reading'] = say(own)
  if (!subject.success) return words
  for (const each of [asked.groupBy, asked.splitBy]) {
    const group = reportGroup.safeParse(each)
    if (!group.success) continue
    words[`group.${group.data}`] = say(groupWords[group.data])
    for (const [key, word] of Object.entries(wordsOf(foreign, subject.data, group.data) ?? {}))
      words[`${group.data}.${key}`] = say(word)
  }
  return words
}
