// The photo or video that is being judged, as large as there is room.
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import type { TakenRow } from './taken-peek.tsx'

interface ReviewStageProps {
  row: TakenRow
  film: RefObject<HTMLVideoElement | null>
  whole: boolean
  onWhole: () => void
}

export function ReviewStage({ row, film, whole, onWhole }: ReviewStageProps) {
  const { t } = useLingui()
  const [broken, setBroken] = useState(false)
  const looks = look({ over: true, wide: true, tall: true, contain: true })
  if (broken)
    return (
      <Text as="p" pad={6} tone="ink-2" text="center" role="alert">
        {'kind' in row
          ? t`No playable container`
          : t`The image cannot be shown. Try again when the network is back.`}
      </Text>
    )
  if ('kind' in row)
    return (
      <video
        ref={film}
        className={looks}
        src={row.url}
        {...(row.cover && { poster: row.cover })}
        controls
        preload="auto"
        aria-label={row.name}
        onError={() => setBroken(true)}
      />
    )
  return (
    <button
      type="button"
      className={look({ bare: true, pointer: true, over: true, wide: true, tall: true })}
      aria-label={whole ? t`Leave the full picture` : t`Full picture`}
      onClick={onWhole}
    >
      <img className={looks} src={row.url} alt={row.name} onError={() => setBroken(true)} />
    </button>
  )
}
