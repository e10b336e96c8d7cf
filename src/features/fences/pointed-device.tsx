// The device that was picked on the map of fences: who it is, and in which fences it stands.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { checkShape } from '../../domain/fence/fence-geometry.ts'
import { prepareShape } from '../../domain/fence/fence-inside.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import css from './fence-map-page.module.css'
import type { DeviceLayer } from './fence-map-page.tsx'
import type { FenceShapeRow } from './fence-query.ts'

interface PointedDeviceProps {
  device: NonNullable<ReturnType<DeviceLayer['deviceOf']>>
  fences: readonly FenceShapeRow[]
  onClose: () => void
}

export function PointedDevice({ device, fences, onClose }: PointedDeviceProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { at } = device
  const around = useMemo(
    () =>
      fences.filter(fence => {
        const check = at && checkShape(fence)
        return check && 'ok' in check && prepareShape(check.ok).inside(at)
      }),
    [fences, at],
  )
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(around.map(({ name }) => name))
  return (
    <Row
      wrap
      gap={1}
      columnGap={3}
      ground="surface"
      edge="strong"
      round="card"
      floating
      maw="calc(100% - 24px)"
      middling
      hugs
      insetX={12}
      insetY="auto 28px"
      z={2}
      absolute
      className={css.card}
    >
      <b>
        <bdi>{device.wearer || device.name}</bdi>
      </b>
      <span>{around.length > 0 ? t`In ${names}` : t`In no geofence`}</span>
      <a className={look({ tone: 'accent' })} href={`#/DeviceDtail?imei=${device.imei}`}>
        <Trans>Open the device</Trans>
      </a>
      <IconButton icon="close" label={t`Close`} onClick={onClose} />
    </Row>
  )
}
