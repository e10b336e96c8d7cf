// The figures of the statistics as lines of a file, in the words of the person.
import { useLingui } from '@lingui/react/macro'
import { severities } from '../../domain/alarm/alarm-types.ts'
import type { Cell } from '../../domain/file/csv-dialect.ts'
import { csvText } from '../../resource/csv.ts'
import { formatMoment, useIntlLocale } from '../../ui/locale.ts'
import { clockOf, dayName } from '../../ui/week.ts'
import { severityWords, typeWords } from './alarm-words.ts'
import { bucketTitle } from './bucket-words.ts'
import type { questionsOf, Statistics } from './statistics-search.ts'

type Line = readonly Cell[]

/** Makes the file of a period and the one before. */
export function useStatisticsCsv(): (
  now: Statistics,
  before: Statistics | undefined,
  question: ReturnType<typeof questionsOf>['now'],
) => string {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  return (now, before, question) => {
    const seconds = (ms: number | null | undefined) =>
      ms === null || ms === undefined ? null : Math.round(ms / 1000)
    const count = t`Alarms`
    const typesBefore = new Map(before?.byType.map(each => [each.type, each.count]))
    const lines: Line[] = [
      [t`Period`, formatMoment(question.from), formatMoment(question.to - 1)],
      [],
      [t`Figure`, t`Period`, t`Period before`],
      [count, now.total, before?.total ?? null],
      [t`Not handled yet`, now.open, before?.open ?? null],
      [t`On test`, now.onTest, before?.onTest ?? null],
      [t`Until acknowledged, median, s`, seconds(now.acknowledgeMs), seconds(before?.acknowledgeMs)],
      [t`Until handled, median, s`, seconds(now.handleMs), seconds(before?.handleMs)],
      [],
      [t`Time`, ...severities.map(severity => i18n._(severityWords[severity]))],
      ...now.series.map(
        (bucket, at): Line => [
          bucketTitle(bucket.at, (now.series[at + 1]?.at ?? question.to) - 1, question.by, locale),
          ...severities.map(severity => bucket[severity]),
        ],
      ),
      [],
      [t`Type`, count, t`Period before`],
      ...now.byType.map(
        (each): Line => [
          i18n._(typeWords[each.type]),
          each.count,
          before ? (typesBefore.get(each.type) ?? 0) : null,
        ],
      ),
      [],
      [t`Severity`, count],
      ...now.bySeverity.map((each): Line => [i18n._(severityWords[each.severity]), each.count]),
      [],
      [t`Place`, count],
      ...now.byPlace.map((each): Line => [each.place ?? t`No place is known`, each.count]),
      [],
      [t`Device`, t`IMEI`, count],
      // An IMEI is a name; as a number a spreadsheet would round it.
      ...now.byDevice.map((each): Line => [each.name, `${each.imei}`, each.count]),
      [],
      [t`Day`, t`Hour`, count],
      ...now.byHour.map(
        (each): Line => [dayName(each.day, locale, 'long'), clockOf(each.hour * 60), each.count],
      ),
    ]
    return csvText(lines)
  }
}
