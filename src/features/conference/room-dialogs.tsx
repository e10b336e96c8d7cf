// What a room says of itself, links for guests, and how a host leaves.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, NativeSelect, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_GUEST_MINUTES, makeGuestLink } from '../../contract/endpoints/conference.ts'
import type { RoomInfo } from '../../platform/conference/port.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Facts } from '../../ui/facts.tsx'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'

/** Lives of a guest's link that are offered, in minutes. */
const GUEST_LIVES = [30, 120, 480, 1_440, MOST_GUEST_MINUTES] as const
const FIRST_LIFE = 120

export interface InfoDialogProps {
  room: RoomInfo
  /** The address of a guest's code; absent where one may not invite. */
  guestAddress?: ((code: string) => string) | undefined
  /** For hosts: whether people speak in turns. */
  pushToTalk?: { on: boolean; turn: (on: boolean) => void }
  /** For hosts: closes the room for everybody. */
  onStop?: () => void
  onClose: () => void
}

export function InfoDialog({ room, guestAddress, pushToTalk, onStop, onClose }: InfoDialogProps) {
  useFocusBack()
  const { t } = useLingui()
  const locale = useIntlLocale()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t({ message: 'Room information', context: 'conference' })}
      closeButtonProps={{ 'aria-label': t`Close`, iconSize: 18 }}
    >
      <Facts
        facts={[
          {
            id: 'name',
            label: t({ message: 'Room name', context: 'conference' }),
            value: room.displayName,
          },
          { id: 'number', label: t({ message: 'Room number', context: 'conference' }), value: room.roomId },
          {
            id: 'password',
            label: t({ message: 'Room password', context: 'conference' }),
            value:
              room.password ??
              (room.host ? t({ message: 'none', context: 'password' }) : t`shown to hosts only`),
          },
          {
            id: 'capacity',
            label: t({ message: 'Max capacity', context: 'conference' }),
            value: numberFormat(locale).format(room.capacity),
          },
        ]}
      />
      {guestAddress && <GuestLink roomId={room.roomId} address={guestAddress} />}
      {pushToTalk && (
        <Box above={5}>
          <Switch
            label={t`Push to talk`}
            description={t`One speaks at a time, hosts before the others.`}
            checked={pushToTalk.on}
            onChange={event => pushToTalk.turn(event.currentTarget.checked)}
          />
        </Box>
      )}
      <Row wrap justify="end" gap={2} above={5}>
        {onStop && (
          <Button color="critical" variant="light" onClick={onStop}>
            <Trans context="conference">Exit room</Trans>
          </Button>
        )}
        <Button variant="default" data-autofocus onClick={onClose}>{t`Close`}</Button>
      </Row>
    </Modal>
  )
}

function GuestLink({ roomId, address }: { roomId: string; address: (code: string) => string }) {
  const { t, i18n } = useLingui()
  const locale = useIntlLocale()
  const [minutes, setMinutes] = useState(FIRST_LIFE)
  const make = useMutation({
    mutationFn: () => sendRequest(makeGuestLink, { roomId, minutes }),
  })
  return (
    <Stack gap={2} above={5} aria-live="polite">
      {make.data ? (
        <>
          <Text tone="ink-2" size="small">
            <Trans>
              Whoever has this link can ask to be let in until{' '}
              <bdi dir="ltr">{formatMoment(make.data.expiresAt)}</bdi>.
            </Trans>
          </Text>
          <Text as="p" padX={3} padY={2} ground="sunken" round="control" breaks>
            <FieldCopy label={t`Guest link`} value={address(make.data.code)} />
          </Text>
        </>
      ) : (
        <Row wrap gap={2} align="end">
          <NativeSelect
            label={t`Guest link is good for`}
            value={String(minutes)}
            data={GUEST_LIVES.map(life => ({ value: String(life), label: lifeWords(life, locale) }))}
            onChange={event => setMinutes(Number(event.currentTarget.value))}
          />
          <Button
            variant="default"
            leftSection={<Icon name="link" size={16} />}
            loading={make.isPending}
            onClick={() => make.mutate()}
          >
            <Trans>Make a guest link</Trans>
          </Button>
        </Row>
      )}
      {make.isError && (
        <Text as="p" tone="critical" role="alert">
          {i18n._(wordsForError(make.error))}
        </Text>
      )}
    </Stack>
  )
}

/** A span in the largest unit that fits, in the reader's language. */
function lifeWords(minutes: number, locale: string): string {
  const [count, unit] =
    minutes >= 1_440 ? [minutes / 1_440, 'day'] : minutes >= 60 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

export interface LeaveDialogProps {
  onLeave: () => void
  onStop: () => void
  onCancel: () => void
}

export function LeaveDialog({ onLeave, onStop, onCancel }: LeaveDialogProps) {
  useFocusBack()
  const { t } = useLingui()
  return (
    <Modal
      opened
      onClose={onCancel}
      size="sm"
      title={t({ message: 'Leave the room?', context: 'conference' })}
      closeButtonProps={{ 'aria-label': t`Close`, iconSize: 18 }}
    >
      <Text as="p" tone="ink-2">
        <Trans context="conference">
          You can leave, and the others go on; or close the room for everybody.
        </Trans>
      </Text>
      <Row wrap justify="end" gap={2} above={5}>
        <Button variant="default" data-autofocus onClick={onCancel}>{t`Cancel`}</Button>
        <Button color="critical" variant="light" onClick={onStop}>
          <Trans context="conference">Exit room</Trans>
        </Button>
        <Button color="critical" onClick={onLeave}>
          <Trans context="conference">Leave room</Trans>
        </Button>
      </Row>
    </Modal>
  )
}
