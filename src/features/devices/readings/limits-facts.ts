// What the limits of a page's readings are made of: what is wanted, what the device told, which durations there are.
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReadingKind } from '../../../domain/device/readings.ts'
import { type DeviceSettings, limitedReadings } from '../../../domain/device/settings.ts'
import { type IntervalSetting, intervalSettingOf } from './reading-facts.ts'
import type { FactsProps } from './reading-figures.tsx'
import type { ReadingVariant } from './variants.ts'

interface Told {
  desired: Partial<DeviceSettings>
  reported: Partial<DeviceSettings> | null
  desiredAt: number | null
  reportedAt: number | null
}

export interface LimitsCardProps extends FactsProps {
  variant: ReadingVariant
  kinds: readonly ReadingKind[]
  query: UseQueryResult<Told>
}

type Limited = (typeof limitedReadings)[number]
type Duration = IntervalSetting | 'gasMeasureSeconds'

export const isLimited = (kind: ReadingKind): kind is Limited => limitedReadings.some(each => each === kind)

export interface PartProps extends LimitsCardProps {
  told: Told
}

export function useDurations({
  variant,
  kinds,
}: Pick<LimitsCardProps, 'variant' | 'kinds'>): { name: Duration; label: string; unit: string }[] {
  const { t } = useLingui()
  const words: Record<Duration, string> = {
    heartRateMinutes: t`Heart rate every`,
    temperatureMinutes: t`Temperature every`,
    bloodOxygenMinutes: t`Blood oxygen every`,
    altitudeMinutes: t`Altitude every`,
    odourSeconds: t`Odour every`,
    vocsSeconds: t`VOCs every`,
    airQualitySeconds: t`Air quality every`,
    airHumiditySeconds: t`Air humidity every`,
    gasMeasureSeconds: t`Gas measurement lasts`,
  }
  const names = new Set<Duration>(kinds.flatMap(kind => intervalSettingOf(kind) ?? []))
  if (variant.measured) names.add('gasMeasureSeconds')
  return [...names].map(name => ({
    name,
    label: words[name],
    unit: name.endsWith('Minutes') ? t`min` : t`s`,
  }))
}
