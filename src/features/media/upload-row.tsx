// One file on its way: what it is, how far, and its address when it is there.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { RequestError } from '../../platform/request-error.ts'
import { showToast } from '../../platform/toast.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { useUploadError } from '../../resource/upload-rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Card, Center, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './upload-page.module.css'
import type { UploadItem, UploadQueue } from './upload-queue.ts'

export function UploadRow({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { t } = useLingui()
  const wordsFor = useUploadError()
  const { file, key, kind, state, part, url, error } = item
  const percent = numberFormat(useIntlLocale(), { style: 'percent' }).format(part)
  const open = state === 'waiting' || state === 'going'
  return (
    <Card
      as="li"
      stack
      align="center"
      gap={3}
      cols="48px minmax(0, 1fr) auto auto"
      className={css.row}
      data-state={state}
    >
      <Thumb item={item} />
      <Stack one gap="half" shrink>
        <Text as="p" medium clip>
          <bdi>{file.name}</bdi>
        </Text>
        {state === 'waiting' && (
          <Row as="p" gap={2} size="small" tone="ink-2" className={css.note}>{t`Waiting`}</Row>
        )}
        {state === 'going' && (
          <Row as="p" gap={2} size="small" tone="ink-2" className={css.going}>
            <progress max={1} value={part} aria-label={t`Uploading ${file.name}`} />
            <span>{part < 1 ? percent : t`Checking`}</span>
          </Row>
        )}
        {state === 'done' && url && (
          <Row as="p" gap={2} size="small" tone="ink-2" className={css.note}>
            <a href={url} target="_blank" rel="noreferrer">{t`Open the file`}</a>
            <CopyAddress address={new URL(url, location.href).href} />
          </Row>
        )}
        {state === 'failed' && (
          <Text as="p" size="small" tone="critical" role="alert">
            {wordsFor(error)}
          </Text>
        )}
        {state === 'cancelled' && (
          <Row as="p" gap={2} size="small" tone="ink-2" className={css.note}>{t`Cancelled`}</Row>
        )}
      </Stack>
      <Muted nowrap goneOnPhone>
        <ByteSize bytes={file.size} />
      </Muted>
      {open && <IconButton icon="close" label={t`Cancel ${file.name}`} onClick={() => queue.cancel(key)} />}
      {(state === 'cancelled' || (state === 'failed' && !isFinal(error))) && (
        <Button
          variant="default"
          leftSection={<Icon name="refresh" />}
          onClick={() => queue.retry(key)}
        >{t`Try again`}</Button>
      )}
      {state === 'done' && (
        <Text tone="ok">
          <Icon name="check" label={kind === 'image' ? t`Image uploaded` : t`Uploaded`} />
        </Text>
      )}
    </Card>
  )
}

/** A full storage may be cleared, a scanner comes back, and what was cut off on its way may arrive the next time. */
const passing: readonly (string | undefined)[] = ['file.quota', 'file.noRoom', 'file.notScanned', 'file.form']

/** True where the file itself is refused: the same bytes would be refused again. */
const isFinal = (error: unknown) =>
  error instanceof RequestError && error.id?.startsWith('file.') === true && !passing.includes(error.id)

function CopyAddress({ address }: { address: string }) {
  const { t } = useLingui()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      showToast({ kind: 'ok', message: msg`Copied` })
    } catch {
      // Without a secure context there is no clipboard; the text can still be marked by hand.
      showToast({
        kind: 'tip',
        message: msg`This browser does not let the page copy. Mark the text and copy it.`,
      })
    }
  }
  return (
    <>
      <Text as="bdi" shrink tone="ink-3" clip dir="ltr">
        {address}
      </Text>
      <IconButton icon="copy" label={t`Copy the address`} onClick={() => void copy()} />
    </>
  )
}

function Thumb({ item: { file, kind } }: { item: UploadItem }) {
  const [address, setAddress] = useState<string>()
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    if (kind !== 'image') return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file, kind])
  // A file that is no picture in truth gets no preview.
  if (address && !broken)
    return (
      <img
        className={look({
          center: true,
          ground: 'sunken',
          round: 'control',
          tone: 'ink-3',
          square: 12,
          cover: true,
        })}
        src={address}
        alt=""
        onError={() => setBroken(true)}
      />
    )
  return (
    <Center as="span" ground="sunken" round="control" tone="ink-3" square={12} cover>
      <Icon name={kind === 'video' ? 'video' : 'report'} size={22} />
    </Center>
  )
}
