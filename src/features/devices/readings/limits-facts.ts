// What the limits of a page's readings are made of: what is wanted, what the device told, which durations there are.
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Interval, intervals } from '../../../domain/device/intervals.ts'
import { type ReadingKind, readings } from '../../../domain/device/readings.ts'
import type { DeviceSettings } from '../../../domain/device/settings.ts'
import { intervalWords } from '../device-words.ts'
import type { FactsProps } from './reading-figures.tsx'
import type { ReadingVariant } from './variants.ts'

interface StoredLimits {
  desired: Partial<DeviceSettings>
  reported: Partial<DeviceSettings> | null
  desiredAt: number | null
  reportedAt: number | null
}

export interface LimitsCardProps extends FactsProps {
  variant: ReadingVariant
  kinds: readonly ReadingKind[]
  query: UseQueryResult<StoredLimits>
}

export interface PartProps extends LimitsCardProps {
  stored: StoredLimits
}

export function useDurations({
  variant,
  kinds,
}: Pick<LimitsCardProps, 'variant' | 'kinds'>): { name: Interval; label: string; unit: string }[] {
  const { i18n, t } = useLingui()
  const names = new Set<Interval>(kinds.flatMap(kind => readings[kind].every ?? []))
  if (variant.measured) names.add('gasMeasureSeconds')
  return [...names].map(name => ({
    name,
    label: i18n._(intervalWords[name]),
    unit: intervals[name] === 'minute' ? t`min` : t`s`,
  }))
}
