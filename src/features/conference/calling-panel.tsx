// Calls the chosen devices into a room, says what came of each, and leads into the room.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import {
  type CalledState,
  callDevicesIntoRoom,
  calledIntoRoom,
  callOff,
} from '../../contract/endpoints/conference.ts'
import {
  conferencePermissions,
  MOST_CALLED,
  ROOM_RING_SECONDS,
  randomRoomNumber,
} from '../../domain/conference/conference.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatSpan } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { nobodyChosen, tooManyChosen } from './ring-words.ts'
import { useNow } from './room-clock.ts'
import { roomPath } from './room-path.ts'
import { faultWords } from './room-words.ts'

const ROOM_NUMBER_LENGTH = 9
const AGAIN_MS = 1_000

interface Device {
  imei: string
  name: string
  online: boolean
}

export interface CallingPanelProps {
  chosen: readonly Device[]
  onChosen: (imeis: readonly string[]) => void
}

interface Calling {
  roomId: string
  video: boolean
  hide: boolean
  devices: readonly (Device & { heard: boolean })[]
}

export function CallingPanel({ chosen, onChosen }: CallingPanelProps) {
  const may = useRights()
  const [calling, setCalling] = useState<Calling>()
  if (!may(conferencePermissions.call)) return <Forbidden />
  return calling ? (
    <Outcome calling={calling} onAgain={setCalling} onBack={() => setCalling(undefined)} />
  ) : (
    <Order chosen={chosen} onChosen={onChosen} onCalled={setCalling} />
  )
}

interface OrderProps extends CallingPanelProps {
  onCalled: (calling: Calling) => void
}

function Order({ chosen, onChosen, onCalled }: OrderProps) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const router = useRouter()
  const [roomId, setRoomId] = useState(() => randomRoomNumber(Math.random()))
  const [video, setVideo] = useState(true)
  const [hide, setHide] = useState(false)
  const call = useCall(onCalled)
  const count = chosen.length
  const imeis = chosen.map(({ imei }) => imei)
  const ready = (): boolean => {
    const fault = count === 0 ? nobodyChosen : count > MOST_CALLED ? tooManyChosen : undefined
    if (fault) showToast(fault)
    else if (roomId === '') showToast({ kind: 'tip', message: faultWords.noRoomNumber })
    return !fault && roomId !== ''
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready()) call.mutate({ roomId, video, hide, devices: chosen })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4} one>
        <SectionTitle>
          <Plural value={count} _0="No device chosen" one="# device chosen" other="# devices chosen" />
        </SectionTitle>
        {count > MOST_CALLED && (
          <Text as="p" tone="critical" size="small" role="alert">
            <Trans>At most {MOST_CALLED} devices can be called at once.</Trans>
          </Text>
        )}
        {count > 0 && (
          <List stack gap={1} mah={260} scroll="y" aria-label={t`Chosen devices`}>
            {chosen.map(({ imei, name, online: there }) => (
              <Row as="li" key={imei} gap={2} atLeast="finger">
                <Text grow shrink breaks>
                  <bdi>{name}</bdi>{' '}
                  {!there && (
                    <SeverityBadge tone="off">
                      <Trans>offline</Trans>
                    </SeverityBadge>
                  )}
                </Text>
                <IconButton
                  icon="close"
                  label={t`Leave out ${name}`}
                  onClick={() => onChosen(imeis.filter(each => each !== imei))}
                />
              </Row>
            ))}
          </List>
        )}
        <Row gap={2} align="end">
          <TextInput
            flex={1}
            label={t({ message: 'Room number', context: 'conference' })}
            value={roomId}
            maxLength={ROOM_NUMBER_LENGTH}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            onChange={event => setRoomId(event.currentTarget.value.replace(/\D/g, ''))}
          />
          <IconButton
            icon="refresh"
            bordered
            label={t`Another number`}
            onClick={() => setRoomId(randomRoomNumber(Math.random()))}
          />
        </Row>
        <Checkbox
          label={t`With pictures`}
          checked={video}
          onChange={event => setVideo(event.currentTarget.checked)}
        />
        <Checkbox
          label={t`Show nothing on the devices`}
          description={t`Whoever wears one does not see that it is called. This is written down.`}
          checked={hide}
          onChange={event => setHide(event.currentTarget.checked)}
        />
        {call.isError && (
          <Text as="p" tone="critical" role="alert">
            {i18n._(wordsForError(call.error))}
          </Text>
        )}
        {!online && (
          <Text as="p" tone="warning" role="status">
            <Trans>No connection to the server</Trans>
          </Text>
        )}
        <Row wrap gap={2}>
          <Button
            type="submit"
            loading={call.isPending}
            disabled={!online}
            leftSection={<Icon name="phone" size={18} />}
          >
            <Trans>Call</Trans>
          </Button>
          <Button
            variant="default"
            disabled={!online}
            onClick={() => {
              if (ready()) router.history.push(roomPath({ roomId, voiceOnly: !video, imeis, hide }))
            }}
          >
            <Trans context="conference">Enter the room and call</Trans>
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

const useCall = (onCalled: (calling: Calling) => void) =>
  useMutation({
    async mutationFn({
      roomId,
      video,
      hide,
      devices,
    }: Omit<Calling, 'devices'> & { devices: readonly Device[] }) {
      const imeis = devices.map(({ imei }) => imei)
      const { called } = await sendRequest(callDevicesIntoRoom, { imeis, hide, roomId, video })
      return {
        roomId,
        video,
        hide,
        devices: devices.map(device => ({ ...device, heard: called.includes(device.imei) })),
      }
    },
    onSuccess: onCalled,
  })

interface OutcomeProps {
  calling: Calling
  onAgain: (calling: Calling) => void
  onBack: () => void
}

function Outcome({ calling, onAgain, onBack }: OutcomeProps) {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const online = useOnline()
  const { roomId, video, hide, devices } = calling
  const again = useCall(made => {
    const called = new Map(made.devices.map(device => [device.imei, device]))
    onAgain({ ...calling, devices: devices.map(device => called.get(device.imei) ?? device) })
  })
  const news = useQuery({
    queryKey: ['calledIntoRoom', roomId],
    queryFn: ({ signal }) => sendRequest(calledIntoRoom, { roomId }, { signal }),
    refetchInterval: AGAIN_MS,
  })
  const stop = useMutation({
    mutationFn: (keys: readonly string[]) => sendRequest(callOff, { roomId, keys: [...keys] }),
    onSettled: () => news.refetch(),
  })
  const byImei = new Map((news.data ?? []).flatMap(one => (one.imei === null ? [] : [[one.imei, one]])))
  const ringing = (imei: string) => {
    const call = byImei.get(imei)
    return call && rings(call.state) ? call.key : undefined
  }
  const stoppable = devices.flatMap(({ imei }) => ringing(imei) ?? [])
  const absent = devices.filter(({ imei, heard }) => {
    const state = byImei.get(imei)?.state
    return !heard || state === 'declined' || state === 'missed' || state === 'left' || state === 'calledOff'
  })
  const inside = devices.filter(({ imei }) => byImei.get(imei)?.state === 'in').length
  return (
    <Stack gap={4} one>
      <SectionTitle>
        <Trans context="conference">
          Room number <bdi dir="ltr">{roomId}</bdi>
        </Trans>
      </SectionTitle>
      <Text as="p" tone="ink-2" role="status">
        <Trans context="conference">
          {inside} of {devices.length} are in the room
        </Trans>
      </Text>
      {news.isError && (
        <Text as="p" tone="warning" size="small" role="status">
          {i18n._(wordsForError(news.error))}
        </Text>
      )}
      <List stack gap={1} aria-label={t`Called devices`}>
        {devices.map(({ imei, name, heard }) => (
          <Row as="li" key={imei} gap={2} wrap justify="between" atLeast="finger" edgeBelow>
            <Text shrink breaks>
              <bdi>{name}</bdi>
            </Text>
            <Row gap={1} pushed>
              <State heard={heard} call={byImei.get(imei)} />
              <StopCalling
                name={name}
                calling={ringing(imei)}
                disabled={!online || stop.isPending}
                onStop={key => stop.mutate([key])}
              />
            </Row>
          </Row>
        ))}
      </List>
      {(again.error ?? stop.error) && (
        <Text as="p" tone="critical" role="alert">
          {i18n._(wordsForError(again.error ?? stop.error))}
        </Text>
      )}
      <Row wrap gap={2}>
        <Button
          leftSection={<Icon name={video ? 'video' : 'mic'} size={18} />}
          onClick={() => router.history.push(roomPath({ roomId, voiceOnly: !video }))}
        >
          <Trans context="conference">Enter the room</Trans>
        </Button>
        {stoppable.length > 0 && (
          <Button
            variant="default"
            disabled={!online}
            loading={stop.isPending}
            leftSection={<Icon name="phone-off" size={18} />}
            onClick={() => stop.mutate(stoppable)}
          >
            <Trans>Stop calling</Trans>
          </Button>
        )}
        {absent.length > 0 && (
          <Button
            variant="default"
            disabled={!online}
            loading={again.isPending}
            onClick={() => again.mutate({ roomId, video, hide, devices: absent })}
          >
            <Trans>Call the missing again</Trans>
          </Button>
        )}
        <Button variant="subtle" color="off" onClick={onBack}>
          <Trans>Choose others</Trans>
        </Button>
      </Row>
    </Stack>
  )
}

const rings = (state: CalledState) => state === 'called' || state === 'heard'

interface StopCallingProps {
  name: string
  /** Whom the room knows by this key; absent where nothing rings. */
  calling: string | undefined
  disabled: boolean
  onStop: (key: string) => void
}

function StopCalling({ name, calling, disabled, onStop }: StopCallingProps) {
  const { t } = useLingui()
  if (calling === undefined) return null
  return (
    <IconButton
      icon="phone-off"
      label={t`Stop calling ${name}`}
      disabled={disabled}
      onClick={() => onStop(calling)}
    />
  )
}

const words: Readonly<Record<CalledState, MessageDescriptor>> = {
  called: msg`is being called`,
  heard: msg`rings`,
  in: msg({ context: 'conference', message: 'in the room' }),
  left: msg({ context: 'conference', message: 'has left' }),
  declined: msg`declined`,
  calledOff: msg`called off`,
  missed: msg`did not answer`,
}
const tones = {
  called: 'info',
  heard: 'info',
  in: 'ok',
  left: 'off',
  declined: 'warning',
  calledOff: 'off',
  missed: 'warning',
} as const

function State({ heard, call }: { heard: boolean; call: { state: CalledState; until: number } | undefined }) {
  const { i18n } = useLingui()
  if (!heard && !call)
    return (
      <SeverityBadge tone="off">
        <Trans>offline</Trans>
      </SeverityBadge>
    )
  const { state, until } = call ?? { state: 'called' as const, until: undefined }
  return (
    <SeverityBadge tone={tones[state]}>
      {i18n._(words[state])}
      {rings(state) && until !== undefined && <RingsFor until={until} />}
    </SeverityBadge>
  )
}

function RingsFor({ until }: { until: number }) {
  const left = Math.ceil((until - useNow(serverNow)) / 1000)
  return (
    <bdi dir="ltr" aria-hidden="true">
      {' '}
      {formatSpan(Math.min(ROOM_RING_SECONDS, Math.max(0, left)))}
    </bdi>
  )
}
