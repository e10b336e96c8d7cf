// What a report shows, while it is still being put together.
import { Trans } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { reportChart } from '../../domain/report/report.ts'
import type { Values } from '../../resource/view.ts'
import css from './report.module.css'
import { ReportAnswer } from './report-answer.tsx'
import { questionOf } from './report-question.ts'

const PAUSE_MS = 400

export function ReportPreview({ values }: { values: Values }) {
  const [settled] = useDebouncedValue(values, PAUSE_MS)
  const question = questionOf(settled)
  const chart = reportChart.safeParse(settled.chart)
  return (
    <section className={css.preview}>
      <h3 className={css.previewTitle}>
        <Trans>Preview</Trans>
      </h3>
      {question && chart.success ? (
        <ReportAnswer question={question} chart={chart.data} brief />
      ) : (
        <p className={css.note}>
          <Trans>Choose what is counted and by what.</Trans>
        </p>
      )}
    </section>
  )
}
