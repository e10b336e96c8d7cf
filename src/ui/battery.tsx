// A battery level as a bar and a number: red at 10 and below, orange at 20, green above.
import { useLingui } from '@lingui/react/macro'
import css from './battery.module.css'
import { Inline, Text } from './kit/parts.tsx'
import { numberFormat, useIntlLocale } from './locale.ts'

export type BatteryLevel = 'low' | 'weak' | 'good'

/** The level of a battery in percent (console specification, section 9). */
export const batteryLevel = (percent: number): BatteryLevel =>
  percent <= 10 ? 'low' : percent <= 20 ? 'weak' : 'good'

export interface BatteryProps {
  /** 0 to 100; undefined when the device never said. */
  percent: number | undefined
  /** Number only, for narrow columns. */
  bare?: boolean
}

export function Battery({ percent, bare }: BatteryProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  if (percent === undefined) return <span>—</span>
  const inside = Math.min(100, Math.max(0, percent))
  const text = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(inside / 100)
  return (
    <Inline gap={2} size="caption" nowrap middle className={css[batteryLevel(inside)]}>
      {!bare && (
        <Text round="small" hidden w={64} h={6} ground="line" aria-hidden="true">
          <Text tall round="small" block className={css.fill} style={{ inlineSize: `${inside}%` }} />
        </Text>
      )}
      <span className="gh-hidden">{t`Battery`} </span>
      <bdi className={css.number}>{text}</bdi>
    </Inline>
  )
}
