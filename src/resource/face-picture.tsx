// A picture of a face: fetched with the session of who looks, held by the page alone, and let go with it.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { capturePicture, samplePicture, waitingPicture } from '../contract/endpoints/face.ts'
import { residentFacePicture } from '../contract/endpoints/living.ts'
import { callForFile } from '../platform/http.ts'
import { Icon } from '../ui/icons.tsx'
import { Box, Center } from '../ui/kit/parts.tsx'

export type PictureOf =
  | { of: 'sample' | 'resident'; id: number; version: number }
  | { of: 'captured' | 'matched'; id: number; version: number }
  | { of: 'waiting'; address: string }

function fetchPicture(what: PictureOf, signal: AbortSignal): Promise<Blob> {
  if (what.of === 'sample') return callForFile(samplePicture, { id: what.id }, { signal })
  if (what.of === 'resident') return callForFile(residentFacePicture, { id: what.id }, { signal })
  if (what.of !== 'waiting') return callForFile(capturePicture, { id: what.id, of: what.of }, { signal })
  const key = new URL(what.address, location.origin).searchParams.get('key') ?? ''
  return callForFile(waitingPicture, { key }, { signal })
}

/** `wait`: it is on its way; `none`: it cannot be shown. */
type Fetched = { state: 'wait' | 'none' } | { state: 'there'; url: string }

function useFetched(what: PictureOf): Fetched {
  const [fetched, setFetched] = useState<Fetched>({ state: 'wait' })
  const name = JSON.stringify(what)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says all of what is fetched
  useEffect(() => {
    const own = new AbortController()
    let url: string | undefined
    setFetched({ state: 'wait' })
    fetchPicture(what, own.signal).then(
      blob => {
        if (own.signal.aborted) return
        url = URL.createObjectURL(blob)
        setFetched({ state: 'there', url })
      },
      () => {
        if (!own.signal.aborted) setFetched({ state: 'none' })
      },
    )
    return () => {
      own.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [name])
  return fetched
}

interface FacePictureProps {
  what: PictureOf
  /** Whom or what it shows; empty where that stands beside it. */
  alt: string
  size: 'thumb' | 'part'
}

export function FacePicture({ what, alt, size }: FacePictureProps) {
  const { t } = useLingui()
  const fetched = useFetched(what)
  const room = size === 'thumb' ? { w: 36, h: 36, cover: true } : { wide: true, h: 220, contain: true }
  if (fetched.state === 'there')
    return <Box as="img" ground="sunken" round="small" {...room} src={fetched.url} alt={alt} />
  const waits = fetched.state === 'wait'
  return (
    <Center
      as="span"
      ground="sunken"
      round="small"
      tone="ink-3"
      {...room}
      {...(alt !== '' && { role: 'img', 'aria-label': waits ? alt : t`The image cannot be shown` })}
    >
      <Icon name={waits ? 'user' : 'eye-off'} size={size === 'thumb' ? 18 : 28} />
    </Center>
  )
}
