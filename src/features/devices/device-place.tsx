// Where a device is, on the map of its own page.
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PlaceMap, type ShownPlace } from '../../resource/map/place-map.tsx'
import { look } from '../../ui/kit/look.ts'
import type { Device } from './device-badges.tsx'

const looks: Record<Device['state'], NonNullable<ShownPlace['look']>> = {
  online: { shape: 'filled', colour: 'ok' },
  offline: { shape: 'ring', colour: 'off' },
  abnormal: { shape: 'diamond', colour: 'warning' },
  notActivated: { shape: 'dashed', colour: 'new' },
}

export function DevicePlace({ device }: { device: Device }) {
  const { t } = useLingui()
  const router = useRouter()
  const { id, name, state, imei, latitude, longitude } = device
  const places = useMemo<readonly ShownPlace[]>(
    () =>
      latitude == null || longitude == null
        ? []
        : [{ id: String(id), label: name, at: { latitude, longitude }, look: looks[state] }],
    [id, name, state, latitude, longitude],
  )
  const path = places.length === 0 ? `/installationMap?imei=${imei}` : `/location?imei=${imei}`
  return (
    <>
      {places.length === 0 ? (
        <p>
          <Trans>Its position is unknown: it has never reported one.</Trans>
        </p>
      ) : (
        <PlaceMap places={places} label={t`Where the device is`} />
      )}
      <a
        className={look({ inline: true, touchable: true, tone: 'accent' })}
        href={`#${path}`}
        onClick={event => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          router.history.push(path)
        }}
      >
        {places.length === 0 ? <Trans>Put it on the map</Trans> : <Trans>Follow it on the map</Trans>}
      </a>
      {places.length > 0 && (
        <a className={look({ inline: true, touchable: true, tone: 'accent' })} href={`#/track?imei=${imei}`}>
          <Trans>Where it has been</Trans>
        </a>
      )}
    </>
  )
}
