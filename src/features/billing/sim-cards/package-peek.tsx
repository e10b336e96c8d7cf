// The panel of a package: what is in it, what it costs, who has it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { simPackage } from '../../../domain/billing/sim-package.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { WordMark } from '../../../resource/cells.tsx'
import { Money } from '../../../resource/money.tsx'
import { useRights } from '../../../resource/surroundings.ts'
import { Facts } from '../../../ui/facts.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { PeekSection } from '../../../ui/peek-panel.tsx'
import { PackageContents } from './package-contents.tsx'
import { carrierWords, contentWords, languageWords, packageTypeWords } from './sim-card-words.ts'
import css from './sim-cards.module.css'

export type SimPackage = RowOf<typeof simPackage>

export function PackageBadges({ offer }: { offer: SimPackage }) {
  const { i18n } = useLingui()
  const word = packageTypeWords[offer.type]
  return <WordMark word={word} label={i18n._(word.label)} />
}

export function PackagePeek({ offer }: { offer: SimPackage }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const locale = useIntlLocale()
  const { content, carrier, multiplier } = offer
  return (
    <>
      <PeekSection>
        <Row
          as="p"
          wrap
          align="baseline"
          gap="half"
          columnGap={2}
          below={1}
          size="figure"
          strong
          className={css.price}
        >
          <Money fen={offer.price} />
        </Row>
        <PackageContents offer={offer} />
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            { id: 'content', label: t`Content`, value: content && i18n._(contentWords[content]) },
            { id: 'carrier', label: t`Carrier`, value: carrier && i18n._(carrierWords[carrier]) },
            { id: 'card', label: t`Card type`, value: offer.cardType },
            { id: 'language', label: t`Language`, value: i18n._(languageWords[offer.language]) },
            {
              id: 'multiplier',
              label: t`Multiplier`,
              value: multiplier !== 100 && numberFormat(locale).format(multiplier / 100),
            },
            { id: 'sold', label: t`Sold`, value: numberFormat(locale).format(offer.sold) },
            { id: 'note', label: t`Note`, value: offer.note },
          ]}
        />
        {may('simCard.read') && (
          <p>
            <a className={look({ tone: 'accent' })} href={`#/SIMCard?packageId=${offer.id}`}>
              <Trans>Cards with this package</Trans>
            </a>
          </p>
        )}
      </PeekSection>
    </>
  )
}
