// Over the map while alarms are shown as heat: of which time, how many, and what the colours mean.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { heatColours } from '../../../platform/map/heat-colours.ts'
import { Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import css from './control-bar.module.css'
import { CountAll } from './count-all.tsx'
import type { Heat, HeatPeriod } from './use-heat.ts'

const { few, more, most } = heatColours

interface HeatLegendProps {
  heat: Heat
  period: HeatPeriod
  onPeriod: (period: HeatPeriod) => void
}

export function HeatLegend({ heat, period, onPeriod }: HeatLegendProps) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const { cut, unplaced } = heat
  return (
    <Stack
      as="section"
      items="start"
      gap={2}
      fits
      pad={2}
      ground="surface"
      edge="line"
      round="control"
      floating
      hugs
      aria-label={t`Alarm heat map`}
    >
      <SegmentedFilter<HeatPeriod>
        label={t`Period of the alarms`}
        segments={[
          { value: 'day', label: t`24 hours` },
          { value: 'week', label: t`7 days` },
          { value: 'month', label: t`30 days` },
        ]}
        value={period}
        onChange={onPeriod}
      />
      <Text as="p" size="small" tone="ink-2" role="status">
        {heat.failed ? (
          <Trans>The alarms could not be counted</Trans>
        ) : heat.total === undefined ? (
          <Trans>Counting</Trans>
        ) : (
          <Plural value={heat.total} _0="no alarms" one="# alarm" other="# alarms" />
        )}
        {cut && (
          <>
            {' · '}
            <Trans>
              the {number.format(cut.shown)} busiest of {number.format(cut.places)} places are coloured
            </Trans>
          </>
        )}
        {unplaced > 0 && (
          <>
            {' · '}
            <Trans>{unplaced} without a position</Trans>
          </>
        )}
      </Text>
      {cut && <CountAll cut={cut} />}
      {heat.most > 0 && (
        <Row wrap gap="half" columnGap={2} size="small">
          <Text size="small" tone="ink-2">{t`Alarms in one place`}</Text>
          <bdi>{number.format(1)}</bdi>
          <Text
            as="i"
            w={90}
            h={8}
            round="small"
            className={css.ramp}
            style={{ backgroundImage: `linear-gradient(to right, ${few}, ${more}, ${most})` }}
            aria-hidden="true"
          />
          <bdi>{number.format(heat.most)}</bdi>
        </Row>
      )}
    </Stack>
  )
}
