// The charts of the statistics; each bar leads to the alarms it stands for.
import { Trans, useLingui } from '@lingui/react/macro'
import { severities } from '../../domain/alarm/alarm-types.ts'
import type { Bar } from '../../ui/chart/bar.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { HeatGrid } from '../../ui/chart/heat-grid.tsx'
import type { BarSeries } from '../../ui/chart/options/bars.ts'
import { ShareChart } from '../../ui/chart/share-chart.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { clockOf, dayName } from '../../ui/week.ts'
import { severityWords, typeWords } from './alarm-words.ts'
import { bucketLabel, bucketTitle } from './bucket-words.ts'
import type { FiguresCard } from './figures-page.tsx'
import {
  type LogFilter,
  logPath,
  type questionsOf,
  type Statistics,
  type StatisticsSearch,
} from './statistics-search.ts'

interface Compared {
  before: Statistics | undefined
  question: ReturnType<typeof questionsOf>['now']
  search: StatisticsSearch
  at: number
}

/** More bars say nothing more. */
const MOST = 10

/** Answers what makes the cards of an answer; those of one group stand one under the other. */
export function useStatisticsCards(compared: Compared): (now: Statistics) => FiguresCard[][] {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const { before, question, search, at } = compared
  return now => {
    const log = (filter: LogFilter) => logPath(search, at, filter)
    const counted: readonly BarSeries[] = [{ id: 'count', name: t`Alarms`, tone: 'accent' }]
    const unit = t`alarms`
    const beforeName = t`Period before`
    const typesBefore = new Map(before?.byType.map(({ type, count }) => [type, count]))
    const series: readonly BarSeries[] = severities.map(severity => ({
      id: severity,
      name: i18n._(severityWords[severity]),
      tone: severity,
    }))
    const { by } = question
    const columns: Bar[] = now.series.map((bucket, index) => {
      const end = (now.series[index + 1]?.at ?? question.to) - 1
      const earlier = before?.series[index]
      return {
        id: String(bucket.at),
        label: bucketLabel(bucket.at, by, locale),
        title: bucketTitle(bucket.at, end, by, locale),
        values: severities.map(severity => bucket[severity]),
        ...(earlier && { before: severities.reduce((sum, severity) => sum + earlier[severity], 0) }),
        href: log({ from: bucket.at, to: end }),
      }
    })
    const days = [1, 2, 3, 4, 5, 6, 7]
    const hours = Array.from({ length: 24 }, (_, hour) => hour)
    const atHour = new Map(now.byHour.map(({ day, hour, count }) => [`${day} ${hour}`, count]))
    return [
      [
        {
          id: 'time',
          title: <Trans>Over time</Trans>,
          wide: true,
          content: (
            <BarChart
              label={t`Alarms over time by severity`}
              unit={unit}
              about={t`Time`}
              time
              series={series}
              bars={columns}
              beforeName={beforeName}
            />
          ),
        },
      ],
      [
        {
          id: 'type',
          title: <Trans>By type</Trans>,
          content: (
            <BarChart
              layout="rows"
              label={t`Alarms by type`}
              unit={unit}
              about={t`Type`}
              series={counted}
              beforeName={beforeName}
              bars={now.byType.map(({ type, count }) => ({
                id: type,
                label: i18n._(typeWords[type]),
                values: [count],
                ...(before && { before: typesBefore.get(type) ?? 0 }),
                href: log({ type }),
              }))}
            />
          ),
        },
      ],
      [
        {
          id: 'severity',
          title: <Trans>By severity</Trans>,
          content: (
            <BarChart
              layout="rows"
              label={t`Alarms by severity`}
              unit={unit}
              about={t`Severity`}
              series={counted}
              bars={severities.map(severity => ({
                id: severity,
                label: i18n._(severityWords[severity]),
                tone: severity,
                values: [now.bySeverity.find(each => each.severity === severity)?.count ?? 0],
                href: log({ severity }),
              }))}
            />
          ),
        },
        {
          id: 'share',
          title: <Trans>Share of the types</Trans>,
          content: (
            <ShareChart
              label={t`Share of the alarm types`}
              unit={unit}
              about={t`Type`}
              slices={now.byType.map(({ type, count }) => ({
                id: type,
                name: i18n._(typeWords[type]),
                value: count,
                href: log({ type }),
              }))}
            />
          ),
        },
      ],
      ...(now.byPlace.length > 0
        ? [
            [
              {
                id: 'place',
                title: <Trans>By place</Trans>,
                content: (
                  <BarChart
                    layout="rows"
                    label={t`Alarms by place`}
                    unit={unit}
                    about={t`Place`}
                    series={counted}
                    bars={now.byPlace.slice(0, MOST).map(({ place, count }) => ({
                      id: place ?? '',
                      label: place ?? t`No place is known`,
                      values: [count],
                      href: place === null ? undefined : log({ place }),
                    }))}
                  />
                ),
              },
            ],
          ]
        : []),
      ...(now.byDevice.length > 0
        ? [
            [
              {
                id: 'device',
                title: <Trans>By device</Trans>,
                content: (
                  <BarChart
                    layout="rows"
                    label={t`Alarms by device`}
                    unit={unit}
                    about={t`Device`}
                    series={counted}
                    bars={now.byDevice.slice(0, MOST).map(({ imei, name, count }) => ({
                      id: imei,
                      label: name,
                      title: `${name} ${imei}`,
                      values: [count],
                      href: log({ imei }),
                    }))}
                  />
                ),
              },
            ],
          ]
        : []),
      [
        {
          id: 'hour',
          title: <Trans>By day of the week and hour</Trans>,
          wide: true,
          content: (
            <HeatGrid
              label={t`Alarms by day of the week and hour`}
              unit={unit}
              rows={days.map(day => ({
                id: String(day),
                label: dayName(day, locale),
                title: dayName(day, locale, 'long'),
              }))}
              columns={hours.map(hour => ({
                id: String(hour),
                label: String(hour),
                title: clockOf(hour * 60),
              }))}
              values={days.map(day => hours.map(hour => atHour.get(`${day} ${hour}`) ?? 0))}
            />
          ),
        },
      ],
    ]
  }
}
