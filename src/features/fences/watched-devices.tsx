// The devices of a fence: on which side each is and since when, found by name, let go one by one.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { kindIcon } from '../../resource/device-kind-words.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import css from './fence-info-page.module.css'
import type { WatchedDevice } from './fence-query.ts'

type Side = 'all' | 'inside' | 'outside' | 'unknown'
/** Rows drawn at once; searching narrows them. */
const SHOWN = 200

export const sideOf = ({ inside }: WatchedDevice): Exclude<Side, 'all'> =>
  inside === null ? 'unknown' : inside ? 'inside' : 'outside'

interface WatchedDevicesProps {
  devices: readonly WatchedDevice[]
  /** Absent: they may not be changed. */
  onRelease?: ((device: WatchedDevice) => void) | undefined
  onPoint?: (device: WatchedDevice) => void
}

export function WatchedDevices({ devices, onRelease, onPoint }: WatchedDevicesProps) {
  const { t } = useLingui()
  const [side, setSide] = useState<Side>('all')
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const counts = { inside: 0, outside: 0, unknown: 0 }
  for (const device of devices) counts[sideOf(device)] += 1
  const found = devices.filter(
    device =>
      (side === 'all' || sideOf(device) === side) &&
      `${device.name} ${device.imei} ${device.wearerName ?? ''}`.toLocaleLowerCase().includes(wanted),
  )
  const left = found.length - SHOWN
  return (
    <Stack gap={3} shrink>
      <Row wrap justify="between" gap={2}>
        <SegmentedFilter
          label={t`Side`}
          value={side}
          onChange={setSide}
          segments={[
            { value: 'all', label: t`All`, count: devices.length },
            { value: 'inside', label: t`Inside`, count: counts.inside },
            { value: 'outside', label: t`Outside`, count: counts.outside },
            { value: 'unknown', label: t`Not known yet`, count: counts.unknown },
          ]}
        />
        {devices.length > 8 && <SearchBox value={text} onSearch={setText} label={t`Search the devices`} />}
      </Row>
      <List stack scroll="y" mah={560}>
        {found.slice(0, SHOWN).map(device => (
          <DeviceRow key={device.id} device={device} onRelease={onRelease} onPoint={onPoint} />
        ))}
      </List>
      {found.length === 0 && devices.length > 0 && <Text as="p" tone="ink-2">{t`Nothing matches`}</Text>}
      {left > 0 && (
        <Text as="p" tone="ink-2">
          <Trans>{left} more: search for them.</Trans>
        </Text>
      )}
    </Stack>
  )
}

function DeviceRow({
  device,
  onRelease,
  onPoint,
}: { device: WatchedDevice } & Pick<WatchedDevicesProps, 'onRelease' | 'onPoint'>) {
  const { i18n, t } = useLingui()
  const side = sideOf(device)
  const words = { inside: t`Inside`, outside: t`Outside`, unknown: t`Not known yet` }
  const { shape, label } = stateWords[device.state]
  const name = device.wearerName ?? device.name
  return (
    <Row as="li" gap={2} padY={2} edgeBelow className={css.row}>
      <Icon name={kindIcon(device.kind)} />
      <Stack as="span" grow shrink>
        <a
          className={look(
            { strong: true, tone: 'same', breaks: true, undecorated: true, lights: true },
            css.name,
          )}
          href={`#/DeviceDtail?imei=${device.imei}`}
        >
          <bdi>{name}</bdi>
        </a>
        <Row as="span" wrap align="stretch" gap={0} columnGap={2} size="small" tone="ink-3">
          <StateMark shape={shape} label={i18n._(label)} />
          {device.wearerName && <bdi>{device.name}</bdi>}
          {device.positionAt === null ? (
            <span>{t`No position yet`}</span>
          ) : (
            <span>
              <Trans>
                position <Age at={device.positionAt} />
              </Trans>
            </span>
          )}
          {!device.direct && <span>{t`by its group`}</span>}
        </Row>
      </Stack>
      <Stack as="span" items="end" gap="half" rigid>
        <SeverityBadge tone={side === 'inside' ? 'ok' : side === 'outside' ? 'warning' : 'off'}>
          {words[side]}
        </SeverityBadge>
        {device.since !== null && (
          <Row as="span" wrap align="stretch" gap={0} columnGap={2} size="small" tone="ink-3">
            <Age at={device.since} />
          </Row>
        )}
      </Stack>
      {onPoint && device.longitude !== null && (
        <IconButton icon="pin" label={t`Show ${name} on the map`} onClick={() => onPoint(device)} />
      )}
      {onRelease && device.direct && (
        <IconButton icon="close" label={t`Unbind ${name}`} onClick={() => onRelease(device)} />
      )}
    </Row>
  )
}
