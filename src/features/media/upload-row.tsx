// One file on its way: what it is, how far, and its address when it is there.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { tell } from '../../platform/tell.ts'
import { useUploadError } from '../../resource/upload-rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { ByteSize } from './byte-size.tsx'
import css from './upload-page.module.css'
import type { UploadItem, UploadQueue } from './upload-queue.ts'

export function UploadRow({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { t } = useLingui()
  const wordsFor = useUploadError()
  const { file, key, kind, state, part, url, error } = item
  const percent = numberFormat(useIntlLocale(), { style: 'percent' }).format(part)
  const open = state === 'waiting' || state === 'going'
  return (
    <li className={css.row} data-state={state}>
      <Thumb item={item} />
      <div className={css.what}>
        <p className={css.name}>
          <bdi>{file.name}</bdi>
        </p>
        {state === 'waiting' && <p className={css.note}>{t`Waiting`}</p>}
        {state === 'going' && (
          <p className={css.going}>
            <progress max={1} value={part} aria-label={t`Uploading ${file.name}`} />
            <span>{part < 1 ? percent : t`Checking`}</span>
          </p>
        )}
        {state === 'done' && url && (
          <p className={css.note}>
            <a href={url} target="_blank" rel="noreferrer">{t`Open the file`}</a>
            <CopyAddress address={new URL(url, location.href).href} />
          </p>
        )}
        {state === 'failed' && (
          <p className={css.wrong} role="alert">
            {wordsFor(error)}
          </p>
        )}
        {state === 'cancelled' && <p className={css.note}>{t`Cancelled`}</p>}
      </div>
      <span className={css.size}>
        <ByteSize bytes={file.size} />
      </span>
      {open && <IconButton icon="close" label={t`Cancel ${file.name}`} onClick={() => queue.cancel(key)} />}
      {(state === 'cancelled' || (state === 'failed' && !isFinal(error))) && (
        <Button
          variant="default"
          leftSection={<Icon name="refresh" />}
          onClick={() => queue.retry(key)}
        >{t`Try again`}</Button>
      )}
      {state === 'done' && (
        <span className={css.done}>
          <Icon name="check" label={kind === 'image' ? t`Image uploaded` : t`Uploaded`} />
        </span>
      )}
    </li>
  )
}

/** A full storage may be cleared, and what was cut off on its way may arrive the next time. */
const passing: readonly (string | undefined)[] = ['file.quota', 'file.form']

/** True where the file itself is refused: the same bytes would be refused again. */
const isFinal = (error: unknown) =>
  error instanceof CallError && error.id?.startsWith('file.') === true && !passing.includes(error.id)

function CopyAddress({ address }: { address: string }) {
  const { t } = useLingui()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      tell({ kind: 'ok', message: msg`Copied` })
    } catch {
      // Without a secure context there is no clipboard; the text can still be marked by hand.
      tell({ kind: 'tip', message: msg`This browser does not let the page copy. Mark the text and copy it.` })
    }
  }
  return (
    <>
      <bdi className={css.address} dir="ltr">
        {address}
      </bdi>
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
  // What only calls itself a picture has nothing to show.
  if (address && !broken)
    return <img className={css.thumb} src={address} alt="" onError={() => setBroken(true)} />
  return (
    <span className={css.thumb}>
      <Icon name={kind === 'video' ? 'video' : 'report'} size={22} />
    </span>
  )
}
