// A recording played: pictures side by side as in the room, whoever speaks large, a time line with what happened, and its files.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import {
  downloadRecording,
  type PlayedRecording,
  playRecording,
  type RecordingTrack,
} from '../../contract/endpoints/recording.ts'
import { recordingPermissions } from '../../domain/recordings/recording.ts'
import { sendRequest } from '../../platform/http.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, Column, List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading } from '../../ui/states.tsx'
import { PlayerBar } from './player-bar.tsx'
import { listenToPlayerKeys } from './player-keys.ts'
import { PlayerMarks } from './player-marks.tsx'
import { PlayerStage } from './player-stage.tsx'
import { createRecordingPlayer } from './recording-player.driver.ts'
import { kindWords, sourceWords } from './recording-words.ts'

export interface RecordingPlayerPageProps {
  id: number
  onBack: () => void
}

export function RecordingPlayerPage({ id, onBack }: RecordingPlayerPageProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const { data, error, refetch } = useQuery({
    queryKey: ['playRecording', id],
    queryFn: () => sendRequest(playRecording, { id }),
    enabled: may(recordingPermissions.play),
    // Each question is written down as one more playing, and its addresses are good for hours.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
  const back = (
    <Button variant="default" leftSection={<Icon name="back" />} onClick={onBack}>
      {t`All recordings`}
    </Button>
  )
  if (!may(recordingPermissions.play)) return <Forbidden />
  return (
    <PageFrame scrolls>
      <PageHead title={data?.name ?? t({ context: 'page', message: 'Recordings' })} own end={back}>
        {data && (
          <Text tone="ink-2" size="small">
            {i18n._(sourceWords[data.source])} · <bdi dir="ltr">{formatMoment(data.startedAt)}</bdi>
          </Text>
        )}
      </PageHead>
      {data ? (
        <Played key={id} recording={data} />
      ) : error ? (
        <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
      ) : (
        <Loading variant="detail" />
      )}
    </PageFrame>
  )
}

function Played({ recording }: { recording: PlayedRecording }) {
  const { t } = useLingui()
  const { tracks, durationMs, marks } = recording
  const [player, setPlayer] = useState<ReturnType<typeof createRecordingPlayer>>()
  useEffect(() => {
    const made = createRecordingPlayer(tracks, durationMs)
    setPlayer(made)
    const deaf = listenToPlayerKeys(made)
    return () => {
      deaf()
      made.stop()
    }
  }, [tracks, durationMs])
  if (!player) return null
  return (
    <Stack gap={3} shrink>
      <PlayerStage player={player} tracks={tracks} marks={marks} />
      <PlayerBar player={player} recording={recording} />
      <Row wrap align="start" gap={3}>
        <Card as="section" pad={4} grow column gap={2} miw={260} aria-label={t`What happened`}>
          <SectionTitle>{t`What happened`}</SectionTitle>
          <PlayerMarks player={player} recording={recording} />
        </Card>
        <Card as="section" pad={4} grow column gap={2} miw={260} aria-label={t`Files`}>
          <SectionTitle>{t`Files`}</SectionTitle>
          <Files recording={recording} />
        </Card>
      </Row>
    </Stack>
  )
}

function Files({ recording: { id, tracks } }: { recording: PlayedRecording }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const download = useMutation({
    mutationFn: (trackId: number) => sendRequest(downloadRecording, { id, trackId }),
    onSuccess: ({ url, fileName }) => {
      const link = document.createElement('a')
      link.href = url
      link.download = fileName
      link.click()
    },
    onError: showFailure,
  })
  const sorted = useMemo(() => [...tracks].sort(byWhose), [tracks])
  return (
    <List column gap={1}>
      {sorted.map(track => {
        const name = track.displayName ?? ''
        const kind = i18n._(kindWords[track.kind])
        return (
          <Row as="li" key={track.id} gap={2} atLeast="row" justify="between">
            <Column shrink>
              <Text clip>{name ? `${name} · ${kind}` : kind}</Text>
              <Text size="caption" tone="ink-3">
                <ByteSize bytes={track.bytes} />
              </Text>
            </Column>
            {may(recordingPermissions.download) && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="download" />}
                disabled={download.isPending}
                aria-label={t`Download ${name} ${kind}`}
                onClick={() => download.mutate(track.id)}
              >
                <Trans>Download</Trans>
              </Button>
            )}
          </Row>
        )
      })}
    </List>
  )
}

const byWhose = (one: RecordingTrack, other: RecordingTrack) =>
  (one.displayName ?? '').localeCompare(other.displayName ?? '') || one.kind.localeCompare(other.kind)
