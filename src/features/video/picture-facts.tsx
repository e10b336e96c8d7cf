// What belongs to a picture: the alarms of its device and of its surroundings, and whose tracks lead through it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import { permissionFor } from '../../domain/entity.ts'
import { metresBetween, type Place } from '../../domain/geo/geo.ts'
import { SEES_METRES } from '../../domain/video/nearest-camera.ts'
import { wordText } from '../../resource/cells.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRelatedView } from '../../resource/related-views.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { LineButton, List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import type { CameraRow } from './video-query.ts'

/** Looked through for those nearby, and shown of them. */
const ASKED = 100
const SHOWN = 5

/** Lists the devices around a place, with the way to the track of each. */
export type NearDevices = ComponentType<{ at: Place }>

export function PictureFacts({ row, Near }: { row: CameraRow; Near: NearDevices }) {
  const may = useRights()
  const { latitude, longitude } = row
  const at = latitude == null || longitude == null ? undefined : { latitude, longitude }
  return (
    <>
      {may(permissionFor(alarm, 'read')) && <PictureAlarms row={row} at={at} />}
      {may('device.read') && (row.imei || at) && (
        <Part title={<Trans>Tracks</Trans>}>
          {row.imei && <TrackLinks imei={row.imei} />}
          {at && <Near at={at} />}
        </Part>
      )}
    </>
  )
}

function PictureAlarms({ row, at }: { row: CameraRow; at: Place | undefined }) {
  const { i18n } = useLingui()
  const view = useRelatedView(alarm.key)
  const router = useRouter()
  const { data, isError, error } = useQuery(
    pageOptions(alarm, { size: ASKED, sort: '-raisedAt', ...(!at && row.imei && { imei: row.imei }) }),
  )
  // A camera of no device at an unknown place has none.
  if (!at && !row.imei) return null
  const alarms = (data?.list ?? []).filter(
    ({ imei, latitude, longitude }) =>
      (row.imei && imei === row.imei) ||
      (at &&
        latitude !== null &&
        longitude !== null &&
        metresBetween(at, { latitude, longitude }) <= SEES_METRES),
  )
  const say = (field: string, word: string) => (view ? wordText(view, field, word, i18n) : word)
  return (
    <Part title={<Trans>Alarms here</Trans>}>
      {isError && !data && (
        <Text as="p" size="caption" tone="ink-3">
          {i18n._(wordsForError(error))}
        </Text>
      )}
      {data && alarms.length === 0 && (
        <Text as="p" size="caption" tone="ink-3">
          <Trans>No alarm here of late</Trans>
        </Text>
      )}
      <List>
        {alarms.slice(0, SHOWN).map(each => (
          <li key={each.id} className={look({ edgeBelow: true, lastBare: true })}>
            <LineButton
              wrap
              gap={2}
              padX={0}
              atLeast="finger"
              tone="ink"
              onClick={() => router.history.push(`/AlarmHistory?open=${each.id}`)}
            >
              <SeverityBadge
                tone={each.severity}
                urgent={each.severity === 'critical' && each.status === 'open'}
              >
                {say('type', each.type)}
              </SeverityBadge>
              <Text grow shrink clip size="small">
                <bdi>{each.deviceName}</bdi>
              </Text>
              <Text size="caption" tone="ink-3">
                <Age at={each.raisedAt} />
              </Text>
            </LineButton>
          </li>
        ))}
      </List>
    </Part>
  )
}

function TrackLinks({ imei }: { imei: string }) {
  const router = useRouter()
  const to = (page: string) => ({
    href: `#/${page}?imei=${imei}`,
    onClick: (event: { preventDefault: () => void; ctrlKey: boolean; metaKey: boolean }) => {
      if (event.ctrlKey || event.metaKey) return
      event.preventDefault()
      router.history.push(`/${page}?imei=${imei}`)
    },
  })
  return (
    <Row wrap gap={2}>
      <Button
        component="a"
        {...to('track')}
        variant="default"
        size="sm"
        leftSection={<Icon name="route" size={16} />}
      >
        <Trans>Track</Trans>
      </Button>
      <Button
        component="a"
        {...to('location')}
        variant="default"
        size="sm"
        leftSection={<Icon name="pin" size={16} />}
      >
        <Trans>On the map</Trans>
      </Button>
    </Row>
  )
}

export function Part({ title, end, children }: { title: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <Stack as="section" gap={2} padX={4} padY={3} edgeBelow lastBare>
      <Row justify="between" gap={2}>
        <SectionTitle size="body">{title}</SectionTitle>
        {end}
      </Row>
      {children}
    </Stack>
  )
}
