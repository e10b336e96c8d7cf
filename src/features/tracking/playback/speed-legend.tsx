// What the colours of the lines mean when they tell the speed.
import { useLingui } from '@lingui/react/macro'
import { Row, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { speedClasses } from './track-layers.ts'

export function SpeedLegend() {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  return (
    <Row
      as="dl"
      wrap
      align="stretch"
      gap={1}
      columnGap={2}
      pad={2}
      ground="surface"
      edge="line"
      round="control"
      size="caption"
      insetX="10px auto"
      insetY="auto 34px"
      absolute
      aria-label={t`Speed (km/h)`}
    >
      <Text as="dt" tone="ink-2">{t`Speed (km/h)`}</Text>
      {speedClasses.map(({ upTo, tone }, index) => {
        const from = speedClasses[index - 1]?.upTo ?? 0
        return (
          <Row as="dd" gap={1} key={tone}>
            <Text
              as="i"
              w={16}
              h={4}
              round="small"
              style={{ background: `var(--gh-${tone})` }}
              aria-hidden="true"
            />
            <bdi dir="ltr">
              {Number.isFinite(upTo)
                ? `${number.format(from)}–${number.format(upTo)}`
                : `> ${number.format(from)}`}
            </bdi>
          </Row>
        )
      })}
    </Row>
  )
}
