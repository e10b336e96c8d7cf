// What a report shows, while it is still being put together.
import { Trans } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { reportChart } from '../../domain/report/report.ts'
import type { Values } from '../../resource/view.ts'
import { Box, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { ReportAnswer } from './report-answer.tsx'
import { questionOf } from './report-question.ts'

const PAUSE_MS = 400

export function ReportPreview({ values }: { values: Values }) {
  const [settled] = useDebouncedValue(values, PAUSE_MS)
  const question = questionOf(settled)
  const chart = reportChart.safeParse(settled.chart)
  return (
    <Box as="section" above={4} edgeAbove padAbove={4}>
      <SectionTitle as="h3" below={3}>
        <Trans>Preview</Trans>
      </SectionTitle>
      {question && chart.success ? (
        <ReportAnswer question={question} chart={chart.data} brief />
      ) : (
        <Text as="p" size="caption" tone="ink-2">
          <Trans>Choose what is counted and by what.</Trans>
        </Text>
      )}
    </Box>
  )
}
