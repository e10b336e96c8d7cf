// An advert over the whole screen; a touch or a key brings the door back at once.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Text } from '../ui/kit/parts.tsx'
import type { Adverts, ShownAdvert } from './adverts.driver.ts'
import css from './door-page.module.css'

interface AdvertScreenProps {
  advert: ShownAdvert
  adverts: Pick<Adverts, 'touched' | 'started' | 'ended' | 'broke'>
}

export function AdvertScreen({ advert, adverts }: AdvertScreenProps) {
  const { t } = useLingui()
  const film = useRef<HTMLVideoElement>(null)
  const { playId, url, poster } = advert
  useEffect(() => {
    const shown = film.current
    if (!shown) return
    // It counts from the first picture that was really drawn, not from when it was asked for.
    const frame = shown.requestVideoFrameCallback(() => adverts.started(playId))
    const unseen = () => {
      if (document.visibilityState !== 'visible') adverts.broke(playId)
    }
    const key = () => adverts.touched()
    document.addEventListener('visibilitychange', unseen)
    document.addEventListener('keydown', key)
    shown.play().catch(() => adverts.broke(playId))
    return () => {
      shown.cancelVideoFrameCallback(frame)
      document.removeEventListener('visibilitychange', unseen)
      document.removeEventListener('keydown', key)
    }
  }, [adverts, playId])
  return (
    <button
      type="button"
      className={css.advert}
      onPointerDown={() => adverts.touched()}
      onClick={() => adverts.touched()}
      aria-label={t`Advertisement. Touch to call.`}
    >
      <video
        ref={film}
        key={playId}
        src={url}
        {...(poster && { poster })}
        muted
        playsInline
        onEnded={() => adverts.ended(playId)}
        onError={() => adverts.broke(playId)}
      />
      <Text as="span" className={css.touch}>
        <Trans>Touch to call</Trans>
      </Text>
    </button>
  )
}
