// Above the room in which a step of the guide is done: the way back to the guide.
import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Banner, BannerAction } from '../../ui/banner.tsx'
import { comeBack, onTheWay } from './on-the-way.ts'

/** `inGuide`: the guide itself is on screen. */
export function WayBackBanner({ inGuide, onBack }: { inGuide: boolean; onBack: () => void }) {
  const away = useSyncExternalStore(onTheWay.subscribe, onTheWay.read)
  if (!away || inGuide) return null
  return (
    <Banner
      tone="info"
      icon="check"
      end={
        <>
          <BannerAction
            onClick={() => {
              comeBack()
              onBack()
            }}
          >
            <Trans>Back to the guide</Trans>
          </BannerAction>
          <BannerAction onClick={comeBack}>
            <Trans>Stay here</Trans>
          </BannerAction>
        </>
      }
    >
      <Trans>You are setting up</Trans>
    </Banner>
  )
}
