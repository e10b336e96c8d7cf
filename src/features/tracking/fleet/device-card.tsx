// What is told of the device that was picked on the map: picture, state, battery, place, and where to go from here.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getDeviceInfo } from '../../../contract/endpoints/device.ts'
import { cameraPermissions } from '../../../domain/camera/camera.ts'
import { sendRequest } from '../../../platform/http.ts'
import { kindWords } from '../../../resource/device-kind-words.ts'
import { pictureOf } from '../../../resource/device-picture.ts'
import { stateWords } from '../../../resource/device-state-words.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { Battery } from '../../../ui/battery.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Box, Center, Column, Row, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import css from './device-card.module.css'
import { DeviceCommands } from './device-commands.tsx'
import { rowOfSlot } from './fleet-rows.ts'
import type { Fleet } from './fleet-store.ts'
import { pathTo, useGo } from './go.ts'

export interface DeviceCardProps {
  fleet: Fleet
  slot: number
  following: boolean
  onFollow: (follow: boolean) => void
  /** Absent where it is all the page is about. */
  onClose?: (() => void) | undefined
  /** Further lines of the page, under the facts. */
  children?: ReactNode
}

/** What the popup asks of a device; live batches keep its state, battery and place. */
export const deviceInfoOptions = (imei: string) => ({
  queryKey: ['device', imei, 'info'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(getDeviceInfo, { imei }, { signal }),
  staleTime: 15_000,
})

export function DeviceCard({ fleet, slot, following, onFollow, onClose, children }: DeviceCardProps) {
  const { i18n, t } = useLingui()
  const go = useGo()
  const may = useRights()
  const row = rowOfSlot(fleet, slot)
  const imei = String(row.imei)
  const { data: info, isError, isLoading, isPending } = useQuery(deviceInfoOptions(imei))
  const picture = pictureOf(info?.sku)
  const kind = kindWords[row.kind as keyof typeof kindWords]
  const state = stateWords[row.state as keyof typeof stateWords]
  const battery = fleet.columns.batteries[slot] ?? -1
  const placed = fleet.placeOf(slot) !== undefined
  return (
    <Column
      as="section"
      gap={3}
      shrinkDown
      pad={3}
      ground="surface"
      edge="strong"
      round="card"
      floating
      mah="100%"
      className={css.card}
      aria-label={String(row.name)}
    >
      <Row as="header" align="start" gap={3}>
        <Center
          as="span"
          rigid
          ground="sunken"
          round="card"
          hidden
          tone="ink-2"
          square={12}
          className={css.picture}
        >
          {picture ? <img src={picture} alt="" loading="lazy" /> : <Icon name={kind.icon} size={26} />}
        </Center>
        <Box grow shrink>
          <Text as="h2" size="section" breaks className={css.title}>
            <a {...go(pathTo('ProDeviceList', imei))}>
              <bdi>{String(row.name)}</bdi>
            </a>
          </Text>
          <Row as="p" wrap gap={1} columnGap={3} above={1} size="small">
            <StateMark shape={state.shape} label={i18n._(state.label)} />
            {battery >= 0 && <Battery percent={battery} />}
          </Row>
        </Box>
        {onClose && <IconButton icon="close" label={t`Close`} onClick={onClose} />}
      </Row>
      <Column gap={2} shrinkDown scroll="y" openOnTablet>
        <PlaceLine fleet={fleet} slot={slot} />
        <Facts
          facts={[
            { id: 'kind', label: t`Kind`, value: i18n._(kind.label) },
            { id: 'imei', label: t`IMEI`, value: <span dir="ltr">{imei}</span> },
            { id: 'wearer', label: t`Wearer`, value: info?.wearerName },
            { id: 'place', label: t`Place`, value: info?.place },
            { id: 'department', label: t`Department`, value: info?.departmentName },
            { id: 'group', label: t`Group`, value: info?.groupName },
            {
              id: 'connected',
              label: t`Last connected`,
              value: info?.lastConnectTime ? (
                <span dir="ltr">{formatMoment(info.lastConnectTime)}</span>
              ) : undefined,
            },
          ]}
        />
        {isLoading ? (
          <Row as="p" gap={2} size="small" tone="ink-2">{t`Loading`}</Row>
        ) : (
          // Without network nothing is asked at all.
          (isError || isPending) && (
            <Row as="p" gap={2} size="small" tone="ink-2">
              <Trans>Its details could not be loaded.</Trans>
            </Row>
          )
        )}
        {children}
      </Column>
      <Row as="footer" wrap align="stretch" gap={2} className={css.foot}>
        <Button component="a" {...go(pathTo('DeviceDtail', imei))} variant="filled" size="sm">
          <Trans>Open the device</Trans>
        </Button>
        <Button
          variant={following ? 'light' : 'default'}
          size="sm"
          aria-pressed={following}
          disabled={!placed}
          leftSection={<Icon name="pin" size={16} />}
          onClick={() => onFollow(!following)}
        >
          <Trans>Follow</Trans>
        </Button>
        <Button
          component="a"
          {...go(pathTo('track', imei))}
          variant="default"
          size="sm"
          leftSection={<Icon name="route" size={16} />}
        >
          <Trans>Track</Trans>
        </Button>
        {may(cameraPermissions.watch) && (row.kind === 'camera' || row.kind === 'helmet') && (
          <Button
            component="a"
            {...go(pathTo('vedio', imei))}
            variant="default"
            size="sm"
            leftSection={<Icon name="video" size={16} />}
          >
            <Trans context="video">Live video</Trans>
          </Button>
        )}
        {may('fence.read') && (
          <Button
            component="a"
            {...go(pathTo('fenceMap', imei))}
            variant="default"
            size="sm"
            leftSection={<Icon name="fence" size={16} />}
          >
            <Trans>Geofences</Trans>
          </Button>
        )}
        <DeviceCommands rows={[row]} />
      </Row>
    </Column>
  )
}

/** How old and how sure its place is. */
export function PlaceLine({ fleet, slot }: { fleet: Fleet; slot: number }) {
  const locale = useIntlLocale()
  const at = fleet.columns.positionAts[slot] ?? 0
  const accuracy = fleet.columns.accuracies[slot] ?? 0
  if (fleet.placeOf(slot) === undefined)
    return (
      <Row as="p" gap={2} size="small" tone="attention">
        {fleet.installed ? (
          <Trans>Nobody has placed it on the map yet. It may be reporting all the same.</Trans>
        ) : (
          <Trans>
            Its position is unknown: it has not reported one yet. Other messages may have arrived.
          </Trans>
        )}
      </Row>
    )
  if (at === 0 || fleet.installed)
    return (
      <Row as="p" gap={2} size="small" tone="ink-2">
        <Trans>Where it was installed</Trans>
      </Row>
    )
  const metres = numberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 }).format(
    accuracy,
  )
  return (
    <p
      className={
        fleet.stale(slot)
          ? look({ row: true, gap: 2, size: 'small', tone: 'attention' })
          : look({ row: true, gap: 2, size: 'small', tone: 'ink-2' })
      }
    >
      <Icon name="clock" size={14} />
      <span>
        <Trans>
          Position <Age at={at} />
        </Trans>
        {accuracy > 0 && (
          <>
            {' · '}
            <bdi>
              <Trans>within {metres}</Trans>
            </bdi>
          </>
        )}
      </span>
    </p>
  )
}
