// Above the list of recorder videos: those that are on their way, and the dialog that chooses more.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { createContext, useContext, useState } from 'react'
import { DropZone } from '../../resource/drop-zone.tsx'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline } from '../../resource/surroundings.ts'
import { acceptOf } from '../../resource/upload-rules.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { UploadedVideoRow } from './uploaded-video-row.tsx'
import type { PartUploads } from './use-part-uploads.ts'

/** What is on its way, from the page around; undefined for who may not upload. */
export const UploadsContext = createContext<PartUploads | undefined>(undefined)

export function RecorderUploads() {
  const uploads = useContext(UploadsContext)
  return uploads ? <Uploads uploads={uploads} /> : null
}

function Uploads({ uploads }: { uploads: PartUploads }) {
  const { t } = useLingui()
  const online = useOnline()
  const [choosing, setChoosing] = useState(false)
  const { videos } = uploads
  return (
    <Stack gap={2}>
      <Row wrap gap={2}>
        <Button leftSection={<Icon name="upload" />} disabled={!online} onClick={() => setChoosing(true)}>
          {t`Upload video`}
        </Button>
        {videos.some(({ state }) => state === 'done') && (
          <Button variant="subtle" onClick={uploads.clear}>{t`Clear the finished ones`}</Button>
        )}
      </Row>
      {videos.length > 0 && (
        <section aria-label={t`Uploads`}>
          <List stack gap={2}>
            {videos.map(video => (
              <UploadedVideoRow
                key={video.key}
                video={video}
                uploads={uploads}
                onChoose={() => setChoosing(true)}
              />
            ))}
          </List>
        </section>
      )}
      <Modal
        opened={choosing}
        onClose={() => setChoosing(false)}
        title={t`Upload video`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {choosing && <Choose uploads={uploads} onClose={() => setChoosing(false)} />}
      </Modal>
    </Stack>
  )
}

function Choose({ uploads, onClose }: { uploads: PartUploads; onClose: () => void }) {
  const { t } = useLingui()
  const [deviceId, setDeviceId] = useState<number | null>(null)
  const open = uploads.videos.filter(({ here, state }) => !here && state === 'stopped')
  return (
    <Stack gap={4}>
      {open.length > 0 && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>Choose the same file again, and the upload goes on where it stopped.</Trans>
        </Text>
      )}
      <ReferenceSelect
        label={t`Recorder`}
        name="deviceId"
        entityKey="device"
        description={t`May be left out`}
        value={deviceId}
        onChange={value => setDeviceId(typeof value === 'number' ? value : null)}
      />
      <DropZone
        icon="video"
        title={t`Drop videos here`}
        rules={t`MP4, WebM or MOV, up to 8 GB. If the connection is lost, the upload goes on where it stopped.`}
        button={t`Choose files`}
        accept={acceptOf('video')}
        multiple
        onFiles={files => {
          uploads.add(files, deviceId)
          onClose()
        }}
      />
    </Stack>
  )
}
