// One large video on its way: how far it is, what it waits for, and what may be done with it.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ByteSize } from '../../resource/byte-size.tsx'
import { showFailure } from '../../resource/run-command.ts'
import { useUploadError } from '../../resource/upload-rules.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import type { PartUploads, SentVideo } from './use-part-uploads.ts'

interface UploadedVideoRowProps {
  video: SentVideo
  uploads: PartUploads
  /** Opens the choice of files. */
  onChoose: () => void
}

export function UploadedVideoRow({ video, uploads, onChoose }: UploadedVideoRowProps) {
  const { t } = useLingui()
  const wordsFor = useUploadError()
  const { key, name, bytes, state, share, error, here } = video
  const [asking, setAsking] = useState(false)
  const percent = numberFormat(useIntlLocale(), { style: 'percent' }).format(share)
  const moving = state === 'going' || state === 'offline' || state === 'waiting'
  const resting = state === 'stopped' || state === 'failed'
  const words = {
    waiting: t`Waiting`,
    going: percent,
    offline: t`${percent}, waiting for the connection`,
    checking: t`Checking`,
    done: t`Uploaded`,
    failed: '',
    stopped: t`Stopped at ${percent}`,
  }
  const drop = async () => {
    setAsking(false)
    await uploads.drop(key).catch(showFailure)
  }
  return (
    <Card as="li" row wrap gap={3} data-state={state}>
      <Stack one gap="half" shrink grow>
        <Text as="p" medium clip>
          <bdi>{name}</bdi>
        </Text>
        {state === 'failed' ? (
          <Text as="p" size="small" tone="critical" role="alert">
            {wordsFor(error)}
          </Text>
        ) : (
          <Row gap={2} size="small" tone={state === 'offline' ? 'warning' : 'ink-2'}>
            {state !== 'done' && <progress max={1} value={share} aria-label={t`Uploading ${name}`} />}
            <span>{words[state]}</span>
          </Row>
        )}
      </Stack>
      <Muted nowrap>
        <ByteSize bytes={bytes} />
      </Muted>
      {resting && here && (
        <Button variant="default" leftSection={<Icon name="refresh" />} onClick={() => uploads.retry(key)}>
          {state === 'stopped' ? t`Go on` : t`Try again`}
        </Button>
      )}
      {resting && !here && (
        <Button variant="default" leftSection={<Icon name="upload" />} onClick={onChoose}>
          {t`Choose the file again`}
        </Button>
      )}
      {moving && <IconButton icon="pause" label={t`Stop ${name}`} onClick={() => uploads.stop(key)} />}
      {resting && <IconButton icon="trash" label={t`Give ${name} up`} onClick={() => setAsking(true)} />}
      {state === 'done' && (
        <Text tone="ok">
          <Icon name="check" label={t`Uploaded`} />
        </Text>
      )}
      <Confirm
        opened={asking}
        title={t`Give the upload up?`}
        confirmLabel={t`Give up`}
        critical
        onConfirm={() => void drop()}
        onCancel={() => setAsking(false)}
      >
        {t`What has arrived of ${name} is deleted.`}
      </Confirm>
    </Card>
  )
}
