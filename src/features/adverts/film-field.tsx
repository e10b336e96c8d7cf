// The video in the form of an advertisement: its poster is taken from it as it goes up.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { uploadAdvertVideo, uploadHeaderImage } from '../../contract/endpoints/file.ts'
import { posterOf } from '../../platform/poster.ts'
import { type UploadOptions, upload } from '../../platform/upload.ts'
import { UploadField } from '../../resource/upload-field.tsx'
import type { FieldControl } from '../../resource/view.ts'
import { fitFilm } from './fit-film.ts'

export function FilmField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const { value, onChange, error, disabled, label } = control
  const now = useRef(control)
  useEffect(() => {
    now.current = control
  })
  /** Posters that nobody chose: the one that was there when the form opened, then the one that was taken here. */
  const unchosen = useRef(control.values.poster)
  const send = async (film: File, { signal, onProgress }: UploadOptions) => {
    const taken = posterOf(film)
    const { url } = await upload(uploadAdvertVideo, film, { signal, onProgress })
    const poster = await kept(await taken, signal)
    const { values, set } = now.current
    const chosen = values.poster && values.poster !== unchosen.current
    // With another video its picture is another one too, but what somebody chose stays.
    if (!chosen && !signal?.aborted) {
      unchosen.current = poster ?? null
      set?.('poster', poster ?? null)
    }
    return url
  }
  return (
    <UploadField
      kind="advert"
      name="url"
      label={label}
      description={t`Type and length are measured. Another video has to be reviewed anew.`}
      value={value}
      error={error}
      disabled={disabled}
      withAsterisk
      prepare={fitFilm}
      send={send}
      onChange={onChange}
    />
  )
}

/** Without a poster the page shows the first picture of the video: none is no reason to refuse the video. */
async function kept(poster: File | undefined, signal: AbortSignal | undefined): Promise<string | undefined> {
  try {
    return poster && (await upload(uploadHeaderImage, poster, { signal }))
  } catch {
    return undefined
  }
}
