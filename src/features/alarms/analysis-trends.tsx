// The two trends of the analysis: how many alarms, and how many devices were online on average.
import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { codes } from '../../contract/errors.ts'
import { alarmType, severity } from '../../domain/alarm/alarm-types.ts'
import { deviceKind } from '../../domain/device/device.ts'
import { RequestError } from '../../platform/request-error.ts'
import { kindWords } from '../../resource/device-kind-words.ts'
import { wordsForError } from '../../resource/error-words.ts'
import type { Bar } from '../../ui/chart/bar.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { Box, Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { severityWords, typeWords } from './alarm-words.ts'
import { type Answer, asDevices, meanOnline, sumsOf, type Trend, trendOf } from './analysis-figures.ts'
import {
  type AlarmSplit,
  type AnalysisSearch,
  type Axis,
  alarmSplits,
  type axesOf,
  type OnlineSplit,
  onlineSplits,
} from './analysis-search.ts'
import css from './analysis-trends.module.css'
import { bucketLabel, bucketTitle } from './bucket-words.ts'
import { logPath } from './statistics-search.ts'

interface TrendProps<Split extends string> {
  axes: ReturnType<typeof axesOf>
  split: Split
  onSplit: (split: Split) => void
  answer: Pick<UseQueryResult<Answer>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>
  before: Answer | undefined
  now: number
}

export function AlarmTrend(props: TrendProps<AlarmSplit> & { search: AnalysisSearch }) {
  const { axes, split, onSplit, answer, before, search, now } = props
  const { t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  const splitWords: Record<AlarmSplit, string> = {
    severity: t`Severity`,
    type: t`Type`,
    deviceKind: t`Device type`,
    department: t`Department`,
  }
  const names = useNames()
  if (!answer.data) return <Absent answer={answer} />
  const trend = trendOf(answer.data, axes.now, split, names)
  const earlier = before && sumsOf(before, axes.before)
  const total = trend.columns.reduce((sum, column) => sum + sumOf(column.values), 0)
  const totalBefore = earlier && sumOf(earlier)
  const { departmentId } = search
  const bars = barsOf(trend, axes.now, locale, earlier).map(bar => ({
    ...bar,
    href: logPath({ ...noFilter, departmentId }, now, { from: Number(bar.id), to: endOf(bar, trend) }),
  }))
  return (
    <>
      <Line
        value={number.format(total)}
        before={totalBefore === undefined ? undefined : number.format(totalBefore)}
        split={
          <SegmentedFilter<AlarmSplit>
            label={t`Split the alarms by`}
            segments={alarmSplits.map(value => ({ value, label: splitWords[value] }))}
            value={split}
            onChange={onSplit}
          />
        }
      />
      <BarChart
        time
        label={t`Alarms over time`}
        unit={t`alarms`}
        about={t`Time`}
        series={trend.series}
        bars={bars}
        beforeName={t`Period before`}
      />
    </>
  )
}

export function OnlineTrend(props: TrendProps<OnlineSplit>) {
  const { axes, split, onSplit, answer, before, now } = props
  const { t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale, { maximumFractionDigits: 1 })
  const splitWords: Record<OnlineSplit, string> = {
    none: t`Together`,
    deviceKind: t`Device type`,
    department: t`Department`,
    deviceGroup: t`Group`,
  }
  const names = useNames()
  if (!answer.data) return <Absent answer={answer} />
  const trend = asDevices(trendOf(answer.data, axes.now, split, names), now)
  const earlier =
    before &&
    asDevices(trendOf(before, axes.before, 'none', names), now).columns.map(column => sumOf(column.values))
  const mean = meanOnline(answer.data, axes.now, now)
  const meanBefore = before && meanOnline(before, axes.before, now)
  return (
    <>
      <Line
        value={mean === undefined ? '—' : number.format(mean)}
        note={<Trans>on average</Trans>}
        before={meanBefore === undefined ? undefined : number.format(meanBefore)}
        split={
          <SegmentedFilter<OnlineSplit>
            label={t`Split the devices by`}
            segments={onlineSplits.map(value => ({ value, label: splitWords[value] }))}
            value={split}
            onChange={onSplit}
          />
        }
      />
      <BarChart
        time
        label={t`Devices online on average over time`}
        unit={t`devices`}
        about={t`Time`}
        series={trend.series.map(each => ({ ...each, tone: split === 'none' ? 'ok' : each.tone }))}
        bars={barsOf(trend, axes.now, locale, earlier)}
        beforeName={t`Period before`}
        format={value => number.format(value)}
        totals={false}
      />
    </>
  )
}

const noFilter = { from: undefined, to: undefined, by: undefined, kind: undefined, type: undefined }

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const endOf = (bar: Bar, { columns }: Trend): number =>
  columns.find(column => String(column.at) === bar.id)?.end ?? 0

function barsOf(trend: Trend, axis: Axis, locale: string, before: readonly number[] | undefined): Bar[] {
  return trend.columns.map((column, index) => ({
    id: String(column.at),
    label: bucketLabel(column.at, axis.by, locale),
    title: bucketTitle(column.at, column.end, axis.by, locale),
    values: column.values,
    before: before?.[index],
  }))
}

function useNames() {
  const { i18n, t } = useLingui()
  return {
    nameOf(split: AlarmSplit | OnlineSplit, word: string | null): string {
      if (word === null) return t`None`
      const type = split === 'type' && alarmType.safeParse(word).data
      if (type) return i18n._(typeWords[type])
      const grave = split === 'severity' && severity.safeParse(word).data
      if (grave) return i18n._(severityWords[grave])
      const kind = split === 'deviceKind' && deviceKind.safeParse(word).data
      return kind ? i18n._(kindWords[kind].label) : word
    },
    others: t`Others`,
    whole: t`Devices online`,
  }
}

interface LineProps {
  value: string
  note?: ReactNode
  before: string | undefined
  split: ReactNode
}

function Line({ value, note, before, split }: LineProps) {
  return (
    <Row wrap justify="between" gap={2} columnGap={4} below={3}>
      <Row
        as="p"
        wrap
        align="baseline"
        gap={0}
        columnGap={2}
        size="caption"
        tone="ink-3"
        className={css.figure}
      >
        <strong>
          <bdi>{value}</bdi>
        </strong>
        {note && <span>{note}</span>}
        {before !== undefined && (
          <span>
            <Trans>before: {before}</Trans>
          </span>
        )}
      </Row>
      <Box fits scroll="x" noBar>
        {split}
      </Box>
    </Row>
  )
}

function Absent({ answer }: Pick<TrendProps<string>, 'answer'>) {
  const { i18n } = useLingui()
  const { error } = answer
  if (!answer.isError) return <Loading variant="detail" count={3} />
  if (error instanceof RequestError && error.code === codes.forbidden) {
    return (
      <Text as="p" padY={6} tone="ink-3" text="center">
        <Trans>Your role does not include these figures.</Trans>
      </Text>
    )
  }
  return (
    <ErrorState
      what={i18n._(wordsForError(error))}
      onRetry={() => void answer.refetch()}
      retrying={answer.isFetching}
    />
  )
}
