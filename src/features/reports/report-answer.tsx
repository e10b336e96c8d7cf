// The answer to a report question: a chart, and the figures as a table under it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { readingKind, readings } from '../../domain/device/readings.ts'
import type { ReportGroup, reportChart } from '../../domain/report/report.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { answerOptions } from '../../resource/report-answer.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import type { Point } from '../../ui/chart/chart-points.ts'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { ShareChart } from '../../ui/chart/share-chart.tsx'
import type { ChartTone } from '../../ui/chart/tones.ts'
import { Box, Column, Table, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { type Figures, figuresOf, isTime, type Question } from './report-figures.ts'
import { groupWords, unitWords, useReportWords, wordsOf } from './report-words.ts'

interface ReportAnswerProps {
  question: Question
  chart: z.output<typeof reportChart>
  /** Without what a narrow panel has no room for. */
  brief?: boolean
}

export function ReportAnswer({ question, chart, brief = false }: ReportAnswerProps) {
  const { i18n, t } = useLingui()
  const words = useReportWords()
  const answer = useQuery(answerOptions(question))
  const say = useSay(question)
  if (!answer.data) {
    if (!answer.isError) return <Loading variant="detail" count={3} />
    return <ErrorState what={i18n._(wordsForError(answer.error))} onRetry={() => void answer.refetch()} />
  }
  const nameOf = (group: ReportGroup, key: string | null) => {
    if (key === null) return t({ context: 'breakdown', message: 'None' })
    const word = wordsOf(words, question.subject, group)?.[key]
    return word ? i18n._(word) : key
  }
  const figures = figuresOf(question, answer.data, { nameOf, others: t`Others`, whole: say.unit })
  // Charts have their figures as a table behind them; the extremes of readings stand in none of them.
  const measured = question.subject === 'readings' && !question.splitBy
  if (figures.rows.length === 0) {
    return (
      <Empty icon="report" title={t`Nothing in this time`} why={t`Choose other days or another breakdown.`} />
    )
  }
  return (
    <Column gap={4} shrink>
      {answer.isError && (
        <Text as="p" size="caption" tone="warning" role="status">
          <Trans>These are the last figures known; newer ones could not be fetched.</Trans>
        </Text>
      )}
      <Chart question={question} chart={chart} figures={figures} say={say} />
      {(chart === 'table' || (measured && !brief)) && (
        <FigureTable question={question} figures={figures} say={say} />
      )}
      {answer.data.cut && (
        <Text as="p" size="caption" tone="ink-2">
          <Trans>Only the largest figures are shown. Narrow the question to see the others.</Trans>
        </Text>
      )}
    </Column>
  )
}

interface Say {
  unit: string
  /** What the drawn figure is, from the wire's. */
  scaled: (value: number) => number
  text: (value: number) => string
}

function useSay({ subject, reading }: Question): Say {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  if (subject === 'bills') {
    const money = numberFormat(locale, { style: 'currency', currency: 'CNY' })
    return { unit: i18n._(unitWords.fen), scaled: fen => fen / 100, text: fen => money.format(fen / 100) }
  }
  if (subject === 'online') {
    const hours = numberFormat(locale, { maximumFractionDigits: 1 })
    return {
      unit: i18n._(unitWords.minutes),
      scaled: minutes => minutes / 60,
      text: minutes => hours.format(minutes / 60),
    }
  }
  const kind = readingKind.safeParse(reading)
  const plain = numberFormat(locale, { maximumFractionDigits: 2 })
  const unit = subject === 'readings' && kind.success ? readings[kind.data].unit : i18n._(unitWords.count)
  return { unit, scaled: value => value, text: value => plain.format(value) }
}

const severityTones: Record<string, ChartTone> = {
  critical: 'critical',
  warning: 'warning',
  attention: 'attention',
  info: 'info',
}
const tones: readonly ChartTone[] = ['accent', 'ok', 'new', 'off']

interface ChartProps {
  question: Question
  chart: z.output<typeof reportChart>
  figures: Figures
  say: Say
}

function Chart({ question, chart, figures, say }: ChartProps) {
  const { i18n, t } = useLingui()
  const { groupBy, splitBy } = question
  const about = i18n._(groupWords[groupBy])
  const label = t`${say.unit} by ${about}`
  if (chart === 'table') return null
  if (chart === 'pie' && !isTime(groupBy)) {
    return (
      <ShareChart
        label={label}
        unit={say.unit}
        about={about}
        format={say.text}
        slices={figures.rows.map(({ id, title, values }) => ({
          id,
          name: title,
          value: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
        }))}
      />
    )
  }
  if (chart === 'line' && isTime(groupBy)) {
    return (
      <LineChart
        label={label}
        unit={say.unit}
        series={figures.series.slice(0, 3).map(({ name }, at) => ({
          name,
          tone: (['accent', 'ok', 'new'] as const)[at] ?? 'accent',
          points: figures.rows.flatMap(({ at: moment, values }): Point[] => {
            const value = values[at]
            return moment === undefined ? [] : [[moment, value === undefined ? null : say.scaled(value)]]
          }),
        }))}
      />
    )
  }
  return (
    <BarChart
      label={label}
      unit={say.unit}
      about={about}
      time={isTime(groupBy)}
      layout={isTime(groupBy) ? 'columns' : 'rows'}
      format={say.text}
      grouped={question.subject === 'readings'}
      series={figures.series.map(({ id, name }, at) => ({
        id,
        name,
        tone: (splitBy === 'severity' && severityTones[id]) || tones[at % tones.length] || 'accent',
      }))}
      bars={figures.rows
        .slice(0, isTime(groupBy) ? undefined : 30)
        .map(({ id, label: short, title, values }) => ({
          id,
          label: short,
          title,
          values: values.map(value => value ?? 0),
        }))}
    />
  )
}

function FigureTable({ question, figures, say }: Omit<ChartProps, 'chart'>) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const measured = question.subject === 'readings' && !question.splitBy
  const text = (value: number | undefined) => (value === undefined ? '—' : say.text(value))
  return (
    <Box scroll="x">
      <Table figured>
        <thead>
          <tr>
            <th scope="col">{i18n._(groupWords[question.groupBy])}</th>
            {figures.series.map(({ id, name }) => (
              <th key={id} scope="col">
                {measured ? t`Average` : name}
              </th>
            ))}
            {measured && (
              <>
                <th scope="col">{t`Lowest`}</th>
                <th scope="col">{t`Highest`}</th>
                <th scope="col">{t`Values`}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.rows.map(row => (
            <tr key={row.id}>
              <th scope="row">
                <bdi>{row.title}</bdi>
              </th>
              {figures.series.map(({ id }, at) => (
                <td key={id}>{text(row.values[at])}</td>
              ))}
              {measured && (
                <>
                  <td>{text(row.least)}</td>
                  <td>{text(row.most)}</td>
                  <td>{row.count === undefined ? '—' : number.format(row.count)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  )
}
