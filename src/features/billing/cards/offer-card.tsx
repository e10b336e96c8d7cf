// One package on offer: what is in it, what it costs, whether the card has it already, and the button that buys it.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { tell } from '../../../platform/tell.ts'
import { WordMark } from '../../../resource/cells.tsx'
import { useOnline } from '../../../resource/surroundings.ts'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { Money } from '../money.tsx'
import { packageTypeWords } from './card-words.ts'
import css from './cards.module.css'
import type { SimCard } from './difference.tsx'
import { PackageContents } from './package-contents.tsx'
import type { SimPackage } from './package-peek.tsx'

interface OfferCardProps {
  offer: SimPackage
  card: SimCard | undefined
  busy: boolean
  /** Why it could not be ordered, in words. */
  problem?: string
  /** Absent for who may not pay. */
  onBuy?: (iccid: string) => void
}

export function OfferCard({ offer, card, busy, problem, onBuy }: OfferCardProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const current = card !== undefined && card.packageId === offer.id
  const word = packageTypeWords[offer.type]
  const { name } = offer
  return (
    <li className={css.offer} data-current={current}>
      <div className={css.offerHead}>
        <h2 className={css.offerName}>
          <bdi>{name}</bdi>
        </h2>
        {current ? (
          <SeverityBadge tone="ok">
            <Trans>Current package</Trans>
          </SeverityBadge>
        ) : (
          <WordMark word={word} label={i18n._(word.label)} />
        )}
      </div>
      <div className={css.price}>
        <Money fen={offer.price} />
      </div>
      <div>
        <PackageContents offer={offer} />
        {offer.note && <p className={css.quiet}>{offer.note}</p>}
      </div>
      {onBuy && (
        <div className={css.buying}>
          {problem !== undefined && (
            <p className={css.problem} role="alert">
              {problem}
            </p>
          )}
          <Button
            variant="default"
            fullWidth
            loading={busy}
            disabled={!online}
            onClick={() => {
              if (card) onBuy(card.iccid)
              else tell({ kind: 'tip', message: msg`No bound card number` })
            }}
          >
            {current ? <Trans>Extend</Trans> : <Trans>Buy</Trans>}
          </Button>
        </div>
      )}
    </li>
  )
}
