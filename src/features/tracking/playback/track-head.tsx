// The head of a track page: its name, whose track and which time, and what can be done with it.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Box, Row } from '../../../ui/kit/parts.tsx'
import { PageHead } from '../../../ui/page-frame.tsx'
import type { Period } from '../../../ui/period.ts'
import { PeriodChoice } from './period-choice.tsx'
import css from './track-page.module.css'
import type { TrackVariant } from './track-variants.ts'

export interface TrackChoices {
  imeis: readonly string[]
  period: Period
  onPeriod: (period: Period) => void
  picker: ReactNode
}

interface TrackHeadProps extends TrackChoices {
  variant: TrackVariant
  children?: ReactNode
  end?: ReactNode
}

export function TrackHead({ variant, imeis, period, onPeriod, picker, children, end }: TrackHeadProps) {
  const { i18n } = useLingui()
  return (
    <PageHead title={i18n._(variant.title)}>
      <Box miw={180} atMost="medium" grows="large" className={css.picker}>
        {picker}
      </Box>
      <PeriodChoice period={period} imeis={imeis} onChange={onPeriod} />
      {children}
      {end && (
        // Beside two wide choices: where there is no room left in the line, on the next one.
        <Row justify="end" gap={2} grows="natural" pushed>
          {end}
        </Row>
      )}
    </PageHead>
  )
}
