// The full page of one device: head, readings, facts, settings, commands, alarms, events.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { understands } from '../../domain/device/command-input.ts'
import { device } from '../../domain/device/device.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import type { ListAddress } from '../../resource/list-search.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { pageOptions, rowOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { Row } from '../../resource/view.ts'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Inline, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { CommandQueue } from './command-queue.tsx'
import { CommandLinks } from './commands/command-links.tsx'
import { SwitchesBehind } from './commands/gateway-card.tsx'
import { SwitchControl } from './commands/switch-control.tsx'
import { ValveControl } from './commands/valve-control.tsx'
import { deviceView } from './device.view.tsx'
import { DeviceAlarms } from './device-alarms.tsx'
import { type Device, DeviceBadges } from './device-badges.tsx'
import { DeviceFacts } from './device-facts.tsx'
import type { DeviceSearch } from './device-search.ts'
import { DeviceSecret } from './device-secret.tsx'
import { kindIcon, kindWords } from './device-words.ts'
import { DoorCode } from './door-code.tsx'
import { DoorLists } from './door-lists.tsx'
import { FurtherActions } from './further-actions.tsx'
import { LifeSection } from './life/life-section.tsx'
import { ReadingsPanel } from './readings-panel.tsx'
import { RingDoor } from './ring-door.tsx'
import { SettingsSection } from './settings-form.tsx'
import { Timeline } from './timeline.tsx'

const EVENT_DAYS = 7
const EVENTS = 30

export interface DevicePageProps {
  search: DeviceSearch
  /** Further badges in the head. */
  Badges?: ComponentType<{ device: Device }>
  /** The map of its place. */
  Place?: ComponentType<{ device: Device }>
}

export function DevicePage({ search, Badges, Place }: DevicePageProps) {
  const { i18n, t } = useLingui()
  const change = useChangeSearch(search)
  const router = useRouter()
  const byId = useQuery({ ...rowOptions(device, search.id ?? 0), enabled: search.id !== undefined })
  const imei = String(search.imei ?? '')
  const byImei = useQuery({
    ...pageOptions(device, { page: 1, size: 2, imei }),
    enabled: search.id === undefined && search.imei !== undefined,
  })
  const query = search.id !== undefined ? byId : byImei
  const row = search.id !== undefined ? byId.data : byImei.data?.list.find(each => each.imei === imei)
  const address = useMemo<ListAddress>(() => {
    const set: ListAddress['set'] = ({ form }) => change({ form: form === 'new' ? undefined : form })
    return { search: { form: search.form }, change: set, set }
  }, [change, search.form])
  if (!row) {
    if (query.isError) {
      return (
        <ErrorState page what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      )
    }
    const asked = search.id !== undefined || search.imei !== undefined
    if (asked && query.isPending) return <Loading variant="detail" />
    return (
      <Empty
        page
        icon="helmet"
        title={asked ? t`There is no such device` : t`No device is chosen`}
        why={asked ? t`It may have been deleted, or it belongs to another company.` : undefined}
        action={
          <a className={look({ inline: true, touchable: true, tone: 'accent' })} href="#/DeviceList">
            <Trans>Go to the devices</Trans>
          </a>
        }
      />
    )
  }
  return (
    <ActionsProvider
      view={deviceView}
      onEdit={edited => address.change({ form: edited.id })}
      onRemoved={() => router.history.replace('/DeviceList')}
    >
      <DeviceScreen
        key={row.id}
        row={row}
        at={query.dataUpdatedAt}
        failed={query.isError}
        Badges={Badges}
        Place={Place}
      />
      <FormDrawer view={deviceView} address={address} />
    </ActionsProvider>
  )
}

interface DeviceScreenProps extends Pick<DevicePageProps, 'Badges' | 'Place'> {
  row: Device
  at: number
  failed: boolean
}

function DeviceScreen({ row, at, failed, Badges, Place }: DeviceScreenProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const { actionsFor } = useActions()
  const router = useRouter()
  const ids = [
    { label: t`IMEI`, value: row.imei },
    { label: t`ICCID`, value: row.iccid },
    { label: t`IMSI`, value: row.imsi },
  ]
  const engineRow: Row = { ...row }
  return (
    <Stack as="article" one gap={4} pad={5} atMost="page" tightOnPhone>
      <Box as="header" row wrap align="start" gap={3} columnGap={4}>
        <IconButton
          icon="back"
          label={t`Back`}
          onClick={() => {
            if (router.history.canGoBack()) router.history.back()
            else router.history.replace('/DeviceList')
          }}
        />
        <Center as="span" rigid ground="surface" edge="line" round="card" tone="ink-2" square={12}>
          <Icon name={kindIcon(row.kind)} size={28} label={i18n._(kindWords[row.kind].label)} />
        </Center>
        <Stack gap={2} shrink grows="large">
          <Text as="h1" size="title" strong breaks>
            <bdi>{row.name}</bdi>
          </Text>
          <Box row wrap gap={2} columnGap={3}>
            {ids.map(
              ({ label, value }) =>
                value && (
                  <Inline key={label} wrap gap={2} fits size="small" tone="ink-3">
                    {label} <FieldCopy label={label} value={value} />
                  </Inline>
                ),
            )}
          </Box>
          <Box row wrap gap={2}>
            <DeviceBadges device={row} />
            {Badges && <Badges device={row} />}
            {(!online || failed) && <StaleBadge at={at} />}
          </Box>
        </Stack>
        <Box row wrap gap={2}>
          {row.kind === 'doorUnit' && <RingDoor imei={row.imei} />}
          <FurtherActions device={row} />
          <ActionButtons actions={actionsFor([engineRow])} />
        </Box>
      </Box>
      <Stack align="start" gap={4} cols="minmax(0, 1.7fr) minmax(300px, 1fr)" oneOnTablet>
        <Stack gap={4} shrink>
          {row.kind === 'doorUnit' && <DoorLists device={row} frame={Card} />}
          {row.kind === 'gateway' && (
            <Card title={t`Switches behind it`}>
              <SwitchesBehind gateway={row} />
            </Card>
          )}
          {row.kind !== 'gateway' && understands(row.kind, 'switch') && (
            <Card title={t`Switch`}>
              <SwitchControl device={row} />
            </Card>
          )}
          {understands(row.kind, 'valve') && (
            <Card title={t`Valve`}>
              <ValveControl device={row} />
            </Card>
          )}
          <Card title={t`Readings`}>
            <ReadingsPanel device={row} />
          </Card>
          <Card title={t`Settings`}>
            <SettingsSection device={row} />
          </Card>
          {may('deviceCommand.read') && (
            <Card title={t`Commands`}>
              <CommandLinks devices={[row]} />
              <CommandQueue imei={row.imei} />
            </Card>
          )}
          {may('device.secret') && (
            <Card title={t`Connection`}>
              <DeviceSecret imei={row.imei} />
              {row.kind === 'doorUnit' && <DoorCode imei={row.imei} />}
            </Card>
          )}
        </Stack>
        <Stack gap={4} shrink>
          <Box as="section" shrink ground="surface" edge="line" round="card" aria-label={t`About the device`}>
            <DeviceFacts view={deviceView} device={row} />
          </Box>
          {Place && (
            <Card title={t`Place`}>
              <Place device={row} />
            </Card>
          )}
          <Card title={t`Life`}>
            <LifeSection device={row} />
          </Card>
          {may('alarm.read') && (
            <Card title={t`Alarms`}>
              <DeviceAlarms imei={row.imei} />
            </Card>
          )}
          <Card title={t`Last seven days`}>
            <Timeline imei={row.imei} days={EVENT_DAYS} limit={EVENTS} />
          </Card>
        </Stack>
      </Stack>
    </Stack>
  )
}

interface CardProps {
  title: ReactNode
  children: ReactNode
}

function Card({ title, children }: CardProps) {
  return (
    <Box as="section" card>
      <SectionTitle below={3}>{title}</SectionTitle>
      {children}
    </Box>
  )
}
