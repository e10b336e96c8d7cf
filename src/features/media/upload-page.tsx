// Uploads pictures, videos and files: several at once, with what is accepted said beforehand and the address afterwards.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { storedFile } from '../../domain/file/stored-file.ts'
import { DropZone } from '../../resource/drop-zone.tsx'
import { invalidateEntity } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { acceptOf, useUploadRules } from '../../resource/upload-rules.ts'
import { Banner } from '../../ui/banner.tsx'
import { List, Stack } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { useUploadQueue } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import { useStorageUse } from './use-storage.ts'

export function UploadPage() {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const queue = useUploadQueue(() => {
    void invalidateEntity(client, storedFile)
    void client.invalidateQueries({ queryKey: ['storage', 'use'] })
  })
  if (!may('file.save')) return <Forbidden />
  const over = queue.items.some(({ state }) => state !== 'waiting' && state !== 'going')
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Upload' })}
        end={
          may('file.read') && (
            <Button variant="default" component={Link} to="/CloudStorage">
              {t({ context: 'page', message: 'Cloud storage' })}
            </Button>
          )
        }
      />
      {!online && (
        <Banner tone="warning" icon="wifi-off">
          <Trans>No connection. Files can be uploaded when it is back.</Trans>
        </Banner>
      )}
      <Stack gap={4} maw={860} padAbove={2} padBelow={4}>
        <DropZone
          icon="cloud-up"
          title={t`Drop files here`}
          rules={<Rules />}
          button={t`Choose files`}
          accept={[acceptOf('image'), acceptOf('video'), acceptOf('file')].join(',')}
          multiple
          disabled={!online}
          camera={{ label: t`Take a photo`, kind: 'image/*' }}
          onFiles={queue.add}
        />
        <Left />
        {queue.items.length > 0 && (
          <section aria-label={t`Files`}>
            <List stack gap={2}>
              {queue.items.map(item => (
                <UploadRow key={item.key} item={item} queue={queue} />
              ))}
            </List>
            {over && <Button variant="subtle" onClick={queue.clear}>{t`Clear the finished ones`}</Button>}
          </section>
        )}
      </Stack>
    </PageFrame>
  )
}

function Rules() {
  const { t } = useLingui()
  const [image, video, file] = [useUploadRules('image'), useUploadRules('video'), useUploadRules('file')]
  return (
    <Stack as="span" gap="half" balanced>
      <span>{t`Images: ${image}`}</span>
      <span>{t`Videos: ${video}`}</span>
      <span>{t`Files: ${file}`}</span>
      <span>{t`Images lose the place and time they were taken.`}</span>
    </Stack>
  )
}

/** Said before somebody uploads in vain. */
function Left() {
  const { data } = useStorageUse()
  if (!data || data.usedBytes < data.quotaBytes * 0.9) return null
  return (
    <Banner tone="warning" icon="alert">
      <Trans>The storage is nearly full. Delete what is not needed under Cloud storage.</Trans>
    </Banner>
  )
}
