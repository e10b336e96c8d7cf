// A file beside the list: to look at or listen to, its address, who brought it.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from '../../domain/entity.ts'
import type { storedFile } from '../../domain/file/stored-file.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'

type StoredFile = RowOf<typeof storedFile>

export function FilePeek({ row }: { row: StoredFile }) {
  const { t } = useLingui()
  const { width, height } = row
  const address = new URL(row.url, location.href).href
  return (
    <Stack gap={3} shrink>
      <Show row={row} />
      <FieldCopy label={t`Address`} value={address} />
      <Facts
        facts={[
          { id: 'bytes', label: t`Size`, value: <ByteSize bytes={row.bytes} /> },
          { id: 'type', label: t`Format`, value: <bdi dir="ltr">{row.contentType}</bdi> },
          {
            id: 'pixels',
            label: t`Width and height`,
            value: width && height ? <bdi dir="ltr">{`${width} × ${height}`}</bdi> : undefined,
          },
          { id: 'user', label: t`Uploaded by`, value: row.userName },
          { id: 'created', label: t`Uploaded`, value: <Age at={row.createdAt} /> },
          {
            id: 'read',
            label: t`Last opened`,
            value: row.lastReadAt === null ? undefined : <Age at={row.lastReadAt} />,
          },
          { id: 'where', label: t`Where`, value: row.storage === 's3' ? t`Object storage` : t`This server` },
        ]}
      />
    </Stack>
  )
}

function Show({ row }: { row: StoredFile }) {
  const { t } = useLingui()
  const { contentType, url, name } = row
  // The address that could not be played: the next file is another one.
  const [unplayable, setUnplayable] = useState<string>()
  if (unplayable === url)
    return (
      <Text as="p" padX={4} padY={6} ground="sunken" round="card" tone="ink-2" text="center" role="alert">
        {t`No playable container`}
      </Text>
    )
  if (contentType.startsWith('image/'))
    return (
      <img
        className={look({ wide: true, ground: 'sunken', round: 'card', atMostTall: 'part', contain: true })}
        src={url}
        alt={name}
      />
    )
  if (contentType.startsWith('video/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people upload films without captions
      <video
        key={url}
        className={look({ wide: true, ground: 'sunken', round: 'card', atMostTall: 'part', contain: true })}
        src={url}
        controls
        preload="metadata"
        onError={() => setUnplayable(url)}
      />
    )
  }
  if (contentType.startsWith('audio/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people upload sounds without captions
      <audio
        key={url}
        className={look({ wide: true })}
        src={url}
        controls
        preload="metadata"
        onError={() => setUnplayable(url)}
      />
    )
  }
  return null
}

export function FileButtons({ row }: { row: Pick<StoredFile, 'url' | 'contentType'> }) {
  const { t } = useLingui()
  const shown = /^(image|video|audio)\//.test(row.contentType)
  return (
    <Button
      variant="default"
      component="a"
      href={row.url}
      target="_blank"
      rel="noreferrer"
      leftSection={<Icon name={shown ? 'expand' : 'download'} />}
    >
      {shown ? t`Open the file` : t`Download`}
    </Button>
  )
}
