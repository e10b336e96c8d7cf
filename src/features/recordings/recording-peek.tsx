// A recording beside the list: to be played, what it is of, how it stands, until when it is kept.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { RowOf } from '../../domain/entity.ts'
import { type recording, recordingPermissions } from '../../domain/recordings/recording.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { HoldButton } from '../../resource/hold-button.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, formatSpan } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { sourceWords, troubleWords, typeWords } from './recording-words.ts'

export type RecordingRow = RowOf<typeof recording>

export function RecordingPeek({ recording: row }: { recording: RecordingRow }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const navigate = useNavigate()
  const { startedAt, endedAt, imeis } = row
  return (
    <>
      <PeekSection>
        <Stack gap={3}>
          {row.state === 'ready' && may(recordingPermissions.play) && (
            <Button
              leftSection={<Icon name="play" />}
              onClick={() => void navigate({ to: '.', search: before => ({ ...before, play: row.id }) })}
            >
              {t`Play`}
            </Button>
          )}
          {row.state === 'ready' && may(recordingPermissions.download) && (
            <HoldButton thing={{ kind: 'recording', subjectId: row.id }} />
          )}
          {row.trouble && (
            <Text as="p" tone={row.state === 'failed' ? 'critical' : 'ink-2'} role="status">
              {i18n._(troubleWords[row.trouble])}
            </Text>
          )}
        </Stack>
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            {
              id: 'source',
              label: t({ context: 'recording', message: 'Recorded from' }),
              value: i18n._(sourceWords[row.source]),
            },
            { id: 'type', label: t`Type`, value: i18n._(typeWords[row.type]) },
            { id: 'started', label: t`Started`, value: <bdi>{formatMoment(startedAt)}</bdi> },
            {
              id: 'length',
              label: t`Length`,
              value:
                endedAt === null ? null : <bdi dir="ltr">{formatSpan((endedAt - startedAt) / 1000)}</bdi>,
            },
            { id: 'tracks', label: t`Tracks`, value: row.trackCount || null },
            { id: 'bytes', label: t`Size`, value: row.bytes > 0 ? <ByteSize bytes={row.bytes} /> : null },
            { id: 'room', label: t`Room number`, value: row.roomId && <bdi dir="ltr">{row.roomId}</bdi> },
            { id: 'by', label: t`Recorded by`, value: row.userName },
            { id: 'device', label: t`Device`, value: row.deviceName },
            {
              id: 'imeis',
              label: t`Devices`,
              value: imeis.length > 0 ? <bdi dir="ltr">{imeis.join(', ')}</bdi> : null,
            },
            { id: 'department', label: t`Department`, value: row.departmentName },
            { id: 'place', label: t`Place`, value: row.place },
            { id: 'note', label: t`Note`, value: row.note },
            { id: 'held', label: t({ context: 'recording', message: 'Held by' }), value: row.heldByName },
            { id: 'holdReason', label: t`Reason`, value: row.holdReason },
            {
              id: 'expires',
              label: t`Kept until`,
              value: row.held
                ? t`Until it is released`
                : row.expiresAt !== null && <bdi>{formatMoment(row.expiresAt)}</bdi>,
            },
          ]}
        />
      </PeekSection>
    </>
  )
}
