// One fence: its shape with its devices on a map, who is inside, what happened, what that adds up to.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef } from 'react'
import { fence } from '../../domain/fence/fence.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import { showToast } from '../../platform/toast.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import type { ListAddress } from '../../resource/list-search.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { invalidateEntity, rowOptions } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { bindDevices } from './bind-devices.ts'
import { BindDialog } from './bind-dialog.tsx'
import { fenceView } from './fence.view.tsx'
import { FenceBadges } from './fence-badges.tsx'
import { useFenceFacts } from './fence-facts.ts'
import { FenceHistory } from './fence-history.tsx'
import { FenceInfoMap } from './fence-info-map.tsx'
import { type WatchedDevice, watchedOptions } from './fence-query.ts'
import { alarmsPath, type FenceInfoSearch, mapPath } from './fence-search.ts'
import { type Fence, FenceSentence } from './fence-sentence.tsx'
import { FenceStatistics } from './fence-statistics.tsx'
import { useFenceLive } from './use-fence-live.ts'
import { WatchedDevices } from './watched-devices.tsx'

export function FenceInfoPage({ search }: { search: FenceInfoSearch }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const router = useRouter()
  const allowed = may('fence.read')
  const query = useQuery({
    ...rowOptions(fence, search.id ?? 0),
    enabled: allowed && search.id !== undefined,
  })
  const { address, change } = useInfoAddress(search)
  useFenceLive()
  if (!allowed) return <Forbidden />
  const row = search.id === undefined ? undefined : query.data
  if (!row) {
    if (query.isError)
      return (
        <ErrorState page what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      )
    if (search.id !== undefined) return <Loading variant="detail" />
    return (
      <Empty
        page
        icon="fence"
        title={t`No geofence is chosen`}
        action={
          <a className={look({ inline: true, touchable: true, tone: 'accent' })} href="#/fenceList">
            <Trans>Go to the geofences</Trans>
          </a>
        }
      />
    )
  }
  return (
    <ActionsProvider
      view={fenceView}
      onEdit={() => change({ form: row.id })}
      onRemoved={() => router.history.replace('/fenceList')}
    >
      <FenceScreen
        key={row.id}
        row={row}
        at={query.dataUpdatedAt}
        failed={query.isError}
        binding={search.bind === 1}
        onBind={open => change({ bind: open ? 1 : undefined })}
      />
      <FormDrawer view={fenceView} address={address} />
    </ActionsProvider>
  )
}

/** The page's address, and that of the form over it. */
function useInfoAddress(search: FenceInfoSearch) {
  const change = useChangeSearch(search)
  return useMemo(() => {
    const set: ListAddress['set'] = ({ form }) =>
      change({ form: typeof form === 'number' ? form : undefined })
    const address: ListAddress = { search: { form: search.form }, change: set, set }
    return { address, change }
  }, [change, search.form])
}

interface FenceScreenProps {
  row: Fence
  at: number
  failed: boolean
  binding: boolean
  onBind: (open: boolean) => void
}

function FenceScreen({ row, at, failed, binding, onBind }: FenceScreenProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const { actionsFor } = useActions()
  const facts = useFenceFacts(row)
  const watched = useQuery(watchedOptions(row.id))
  const host = useRef<MapHost>(undefined)
  const devices = watched.data ?? []
  const inside = devices.filter(device => device.inside === true).length
  const saves = may('fence.save')
  const release = async (device: WatchedDevice) => {
    const put = async (binding: { add: number[]; remove: number[] }) => {
      try {
        await bindDevices({ id: row.id, ...binding })
      } catch (error) {
        showFailure(error)
      }
      await invalidateEntity(client, fence)
    }
    await put({ add: [], remove: [device.id] })
    showToast({
      kind: 'ok',
      message: msg`The device is no longer bound`,
      undo: () => void put({ add: [device.id], remove: [] }),
    })
  }
  const point = ({ longitude, latitude }: WatchedDevice) => {
    if (longitude === null || latitude === null) return
    host.current?.look({ centre: { longitude, latitude }, zoom: 18 }, { animate: true })
  }
  return (
    <Stack as="article" content="start" gap={4} pad={5} atMost="page" tightOnPhone>
      <Row as="header" wrap align="start" gap={3} columnGap={4}>
        <Center as="span" rigid ground="surface" edge="line" round="card" tone="ink-2" square={12}>
          <Icon name="fence" size={28} />
        </Center>
        <Stack gap={2} shrink grows="large">
          <Text as="h1" size="title" strong breaks>
            <bdi>{row.name}</bdi>
          </Text>
          <Row wrap gap={2}>
            <FenceBadges fence={{ ...row, insideCount: watched.data ? inside : row.insideCount }} />
            {(!online || failed) && <StaleBadge at={at} />}
          </Row>
        </Stack>
        <Row wrap gap={2}>
          <Button
            component="a"
            href={`#${mapPath(row.id)}`}
            variant="default"
            leftSection={<Icon name="map" />}
          >
            {saves ? <Trans>Edit on the map</Trans> : <Trans>Open on the map</Trans>}
          </Button>
          {may('alarm.read') && (
            <Button
              component="a"
              href={`#${alarmsPath(row.id)}`}
              variant="default"
              leftSection={<Icon name="bell" />}
            >
              <Trans>Alarms</Trans>
            </Button>
          )}
          <ActionButtons actions={actionsFor([{ ...row }])} />
        </Row>
      </Row>
      <Stack align="start" gap={4} cols="minmax(0, 1.5fr) minmax(320px, 1fr)" oneOnTablet>
        <Stack gap={4} shrink>
          <FenceInfoMap fence={row} devices={devices} onHost={next => (host.current = next)} />
          <Card title={t`Entries and exits`}>
            <FenceHistory fenceId={row.id} />
          </Card>
          <Card title={t`Statistics`}>
            <FenceStatistics fenceId={row.id} />
          </Card>
        </Stack>
        <Stack gap={4} shrink>
          <Card title={t`What it does`}>
            <FenceSentence fence={row} />
            <Facts facts={facts} />
          </Card>
          <Card
            title={t`Devices`}
            end={
              saves && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<Icon name="link" size={16} />}
                  disabled={!online}
                  onClick={() => onBind(true)}
                >
                  <Trans>Bind devices</Trans>
                </Button>
              )
            }
          >
            {watched.data ? (
              devices.length > 0 ? (
                <WatchedDevices
                  devices={devices}
                  onPoint={point}
                  {...(saves && online && { onRelease: device => void release(device) })}
                />
              ) : (
                <Text as="p" tone="ink-2">
                  <Trans>It watches no device yet. Bind devices, or choose groups in its form.</Trans>
                </Text>
              )
            ) : watched.isError ? (
              <ErrorState
                what={i18n._(wordsForError(watched.error))}
                onRetry={() => void watched.refetch()}
              />
            ) : (
              <Loading variant="list" count={4} />
            )}
          </Card>
        </Stack>
      </Stack>
      {binding && saves && (
        <BindDialog
          fence={row}
          bound={new Set(devices.filter(device => device.direct).map(device => device.id))}
          onClose={() => onBind(false)}
        />
      )}
    </Stack>
  )
}

function Card({ title, end, children }: { title: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <Stack as="section" card gap={3}>
      <Row wrap justify="between" gap={2}>
        <SectionTitle>{title}</SectionTitle>
        {end}
      </Row>
      {children}
    </Stack>
  )
}
