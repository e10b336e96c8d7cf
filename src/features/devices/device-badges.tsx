// What is notable about a device right now: its state, a weak battery, its network.
import { useLingui } from '@lingui/react/macro'
import type { device } from '../../domain/device/device.ts'
import type { RowOf } from '../../domain/entity.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { batteryLevel } from '../../ui/battery.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { type BadgeTone, SeverityBadge } from '../../ui/severity-badge.tsx'
import { stateWords } from './device-words.ts'

export type Device = RowOf<typeof device>

const stateTone: Record<Device['state'], BadgeTone> = {
  online: 'ok',
  offline: 'off',
  abnormal: 'warning',
  notActivated: 'new',
}
const batteryTone = { low: 'critical', weak: 'warning', good: 'off' } as const

export function DeviceBadges({ device: row }: { device: Device }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const online = useOnline()
  const state = i18n._(stateWords[row.state].label)
  const percent =
    row.battery === null
      ? undefined
      : numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(row.battery / 100)
  const network = row.network === 'nb' ? t`NB-IoT` : t`4G`
  const bars = row.signal
  return (
    <>
      {online ? (
        <SeverityBadge tone={stateTone[row.state]} {...(row.state === 'abnormal' && { icon: 'alert' })}>
          {state}
        </SeverityBadge>
      ) : (
        <SeverityBadge tone="off" icon="clock">
          {t`Last known: ${state}`}
        </SeverityBadge>
      )}
      {percent !== undefined && row.battery !== null && (
        <SeverityBadge tone={batteryTone[batteryLevel(row.battery)]} icon="battery">
          {t`Battery ${percent}`}
        </SeverityBadge>
      )}
      {/* The signal counts only while the device is online (console specification, section 4). */}
      {row.state === 'online' && bars !== null && (
        <SeverityBadge tone="off">
          {/* The sentence comes first: it decides the reading direction of the badge. */}
          {t`Signal ${bars} of 4`} · <bdi>{network}</bdi>
        </SeverityBadge>
      )}
    </>
  )
}
