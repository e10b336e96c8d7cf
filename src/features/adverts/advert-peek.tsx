// The panel of an advertisement: the film itself, what was measured, which doors have it, and what was shown.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { advertisement as entity } from '../../domain/advert/advertisement.ts'
import type { RowOf } from '../../domain/entity.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { Money } from '../../resource/money.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { advertWords } from './advert-words.ts'
import { deliveryView } from './delivery.view.tsx'
import { figureView } from './figure.view.tsx'
import { codecName } from './film-words.ts'
import { Length } from './length.tsx'

export type Advert = RowOf<typeof entity>

export function AdvertBadges({ advert }: { advert: Advert }) {
  const { i18n } = useLingui()
  const { label, tone = 'off' } = advertWords[advert.state]
  return (
    <>
      <SeverityBadge tone={tone}>{i18n._(label)}</SeverityBadge>
      {advert.withdrawnAt !== null && (
        <SeverityBadge tone="warning" icon="undo">
          <Trans context="advert">Withdrawn</Trans>
        </SeverityBadge>
      )}
    </>
  )
}

export function AdvertVideo({ advert }: { advert: Advert }) {
  const { t } = useLingui()
  const [unplayable, setUnplayable] = useState(false)
  if (unplayable)
    return (
      <Text as="p" pad={4} ground="sunken" round="card" tone="ink-2" text="center" role="alert">
        {t`This browser cannot play the video`}
      </Text>
    )
  return (
    <video
      className={look({
        wide: true,
        ground: 'sunken',
        round: 'control',
        block: true,
        contain: true,
        atMostTall: 'part',
      })}
      src={advert.url}
      {...(advert.poster && { poster: advert.poster })}
      aria-label={advert.name}
      controls
      playsInline
      preload="metadata"
      onError={() => setUnplayable(true)}
    />
  )
}

export function AdvertFacts({ advert }: { advert: Advert }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  return (
    <Facts
      facts={[
        { id: 'client', label: t`Client`, value: advert.client },
        { id: 'length', label: t`Duration`, value: <Length ms={advert.ms} /> },
        { id: 'fee', label: t({ context: 'advert', message: 'Fee' }), value: <Money fen={advert.fee} /> },
        { id: 'reason', label: t`Reason`, value: advert.reason },
        { id: 'plays', label: t`Complete plays`, value: number.format(advert.plays) },
        { id: 'codec', label: t`Format`, value: codecName(advert.codec) },
        {
          id: 'pixels',
          label: t`Width and height`,
          value: <bdi dir="ltr">{`${advert.width} × ${advert.height}`}</bdi>,
        },
        { id: 'bytes', label: t`Size`, value: <ByteSize bytes={advert.bytes} /> },
        { id: 'judged', label: t`Reviewed by`, value: advert.judgedByName },
        { id: 'judgedAt', label: t`Reviewed`, value: advert.judgedAt && <Age at={advert.judgedAt} /> },
        { id: 'by', label: t`Uploaded by`, value: advert.userName },
        { id: 'note', label: t`Note`, value: advert.note },
      ]}
    />
  )
}

export function AdvertPeek({ advert }: { advert: Advert }) {
  const may = useRights()
  return (
    <>
      <PeekSection>
        <AdvertVideo key={advert.url} advert={advert} />
      </PeekSection>
      <PeekSection>
        <AdvertFacts advert={advert} />
      </PeekSection>
      {may('advertDelivery.read') && (
        <PeekSection title={<Trans>Doors</Trans>}>
          <RelatedList
            view={deliveryView}
            query={{ advertisementId: advert.id }}
            none={<Trans>No campaign brings it to a door.</Trans>}
          />
        </PeekSection>
      )}
      {may('advertFigure.read') && (
        <PeekSection title={<Trans>Proof of play</Trans>}>
          <RelatedList
            view={figureView}
            query={{ advertisementId: advert.id }}
            none={<Trans>No door has shown it yet.</Trans>}
          />
        </PeekSection>
      )}
    </>
  )
}
