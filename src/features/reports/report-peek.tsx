// The panel of a report: when it comes by itself, and its present answer.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { report } from '../../domain/report/report.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { ReportAnswer } from './report-answer.tsx'
import { questionOf } from './report-question.ts'
import { periodWords, scheduleWords } from './report-words.ts'

export type ReportRow = RowOf<typeof report>

/** Period, zone and schedule in one line. */
export function ReportFacts({ row }: { row: ReportRow }) {
  const { i18n } = useLingui()
  const next = row.nextRunAt === null ? undefined : formatMoment(row.nextRunAt)
  return (
    <Row as="p" wrap align="stretch" gap={1} columnGap={5} tone="ink-2">
      <span>{i18n._(periodWords[row.period])}</span>
      <span>
        <bdi>{row.zone}</bdi>
      </span>
      <span>{i18n._(scheduleWords[row.schedule])}</span>
      {next && (
        <span>
          <Trans>
            Next: <bdi>{next}</bdi>
          </Trans>
        </span>
      )}
    </Row>
  )
}

export function ReportPeek({ row }: { row: ReportRow }) {
  const { t } = useLingui()
  const question = questionOf(row)
  return (
    <>
      <PeekSection title={t`What it is about`}>
        <ReportFacts row={row} />
        {row.note && (
          <Text as="p" size="caption" tone="ink-2">
            {row.note}
          </Text>
        )}
      </PeekSection>
      {question && (
        <PeekSection title={t`Now`}>
          <ReportAnswer question={question} chart={row.chart} brief />
        </PeekSection>
      )}
    </>
  )
}
