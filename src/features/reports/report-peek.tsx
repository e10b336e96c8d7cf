// The panel of a report: when it comes by itself, and its present answer.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { report } from '../../domain/report/report.ts'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import css from './report.module.css'
import { ReportAnswer } from './report-answer.tsx'
import { questionOf } from './report-question.ts'
import { periodWords, scheduleWords } from './report-words.ts'

export type ReportRow = RowOf<typeof report>

/** Period, zone and schedule in one line. */
export function ReportFacts({ row }: { row: ReportRow }) {
  const { i18n } = useLingui()
  const next = row.nextRunAt === null ? undefined : formatMoment(row.nextRunAt)
  return (
    <p className={css.facts}>
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
    </p>
  )
}

export function ReportPeek({ row }: { row: ReportRow }) {
  const { t } = useLingui()
  const question = questionOf(row)
  return (
    <>
      <PeekSection title={t`What it is about`}>
        <ReportFacts row={row} />
        {row.note && <p className={css.note}>{row.note}</p>}
      </PeekSection>
      {question && (
        <PeekSection title={t`Now`}>
          <ReportAnswer question={question} chart={row.chart} brief />
        </PeekSection>
      )}
    </>
  )
}
