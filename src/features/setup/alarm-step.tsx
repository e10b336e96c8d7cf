// The test alarm: raised of a device, then followed along the way that every SOS goes.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { tryAlarm } from '../../contract/endpoints/setup.ts'
import { device } from '../../domain/device/device.ts'
import { sendRequest } from '../../platform/http.ts'
import { soundState } from '../../platform/sound.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { RoomLink } from './room-link.tsx'
import { type Facts, useRecount } from './use-setup.ts'

const MOST_DEVICES = 100

export function AlarmStep({ facts }: { facts: Facts }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const recount = useRecount()
  const devices = useQuery(pageOptions(device, { page: 1, size: MOST_DEVICES, sort: '-lastMessageAt' }))
  const [imei, setImei] = useState<string | null>(null)
  const list = devices.data?.list ?? []
  const chosen = imei ?? facts.heard?.imei ?? list[0]?.imei
  const raise = useMutation({
    mutationFn: (of: string) => sendRequest(tryAlarm, { imei: of }),
    onSuccess: recount,
  })
  return (
    <Stack gap={4}>
      {facts.devices === 0 ? (
        <Text as="p" tone="attention">
          <Trans>An alarm is of a device. Add the first one, then come back here.</Trans>
        </Text>
      ) : (
        <Row wrap gap={3} align="end">
          <Select
            label={t`Device`}
            classNames={{ root: look({ grow: true }) ?? '' }}
            data={list.map(row => ({ value: row.imei, label: row.name }))}
            value={chosen ?? null}
            searchable
            allowDeselect={false}
            disabled={!online}
            onChange={setImei}
          />
          <Button
            color="critical"
            leftSection={<Icon name="alert" />}
            loading={raise.isPending}
            disabled={!online || chosen === undefined}
            onClick={() => chosen !== undefined && raise.mutate(chosen)}
          >
            <Trans>Raise a test alarm</Trans>
          </Button>
        </Row>
      )}
      {raise.isError && (
        <Text as="p" tone="critical" role="alert">
          {i18n._(wordsForError(raise.error))}
        </Text>
      )}
      {facts.trial && <Way trial={facts.trial} />}
      {facts.trial && (
        <Row wrap gap={2}>
          <RoomLink to={`/AlarmHistory?open=${facts.trial.id}`} icon="bell">
            <Trans>Open the test alarm</Trans>
          </RoomLink>
        </Row>
      )}
    </Stack>
  )
}

/** What was measured along the way; nothing of it is ticked by hand. */
function Way({ trial }: { trial: NonNullable<Facts['trial']> }) {
  const sound = useSyncExternalStore(soundState.subscribe, soundState.read)
  const { told, pushed, shown, acknowledgedAt, acknowledgedBy } = trial
  const who = acknowledgedBy ?? ''
  return (
    <List stack gap={1} data-way="">
      <Leg is="done">
        <Trans>
          Stored as an SOS of <bdi>{trial.deviceName}</bdi> <Age at={trial.raisedAt} />
        </Trans>
      </Leg>
      <Leg is={told > 0 ? 'done' : 'missing'}>
        {told > 0 ? (
          <Plural value={told} one="# person was told" other="# people were told" />
        ) : (
          <Trans>Nobody was told: a test window hides it, or nobody may see alarms of this device</Trans>
        )}
      </Leg>
      <Leg is={shown > 0 ? 'done' : pushed > 0 ? 'open' : 'missing'}>
        {shown > 0 ? (
          <Plural value={shown} one="# closed browser showed it" other="# closed browsers showed it" />
        ) : pushed > 0 ? (
          <Trans>Sent to browsers that are closed; none has shown it yet</Trans>
        ) : (
          <Trans>Nobody has notifications on: only an open console rings</Trans>
        )}
      </Leg>
      <Leg is={sound === 'armed' ? 'done' : 'missing'}>
        {sound === 'armed' ? (
          <Trans>The siren may sound on this device</Trans>
        ) : (
          <Trans>This device stays silent until sound is allowed</Trans>
        )}
      </Leg>
      <Leg is={acknowledgedAt === null ? 'open' : 'done'}>
        {acknowledgedAt === null ? (
          <Trans>Waits for somebody to take it</Trans>
        ) : (
          <Trans>
            Taken by <bdi>{who}</bdi> <Age at={acknowledgedAt} />
          </Trans>
        )}
      </Leg>
    </List>
  )
}

const signs = {
  done: { icon: 'check', tone: 'ok' },
  open: { icon: 'clock', tone: 'attention' },
  missing: { icon: 'minus', tone: 'ink-3' },
} as const

function Leg({ is, children }: { is: keyof typeof signs; children: ReactNode }) {
  const { icon, tone } = signs[is]
  return (
    <Row as="li" gap={3} padY={1} data-leg={is}>
      <Text tone={tone} rigid>
        <Icon name={icon} size={18} />
      </Text>
      <Text tone={is === 'missing' ? 'ink-2' : 'ink'}>{children}</Text>
    </Row>
  )
}
