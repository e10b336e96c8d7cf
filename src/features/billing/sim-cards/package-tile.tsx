// One package on offer: what is in it, what it costs, whether the SIM card has it already, and the button that buys it.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { showToast } from '../../../platform/toast.ts'
import { WordMark } from '../../../resource/cells.tsx'
import { Money } from '../../../resource/money.tsx'
import { useOnline } from '../../../resource/surroundings.ts'
import { Card, Muted, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import type { SimCard } from './difference.tsx'
import { PackageContents } from './package-contents.tsx'
import type { SimPackage } from './package-peek.tsx'
import { packageTypeWords } from './sim-card-words.ts'
import css from './sim-cards.module.css'

interface PackageTileProps {
  offer: SimPackage
  card: SimCard | undefined
  busy: boolean
  /** Why it could not be ordered, in words. */
  problem?: string
  /** Absent for who may not pay. */
  onBuy?: (iccid: string) => void
}

export function PackageTile({ offer, card, busy, problem, onBuy }: PackageTileProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const current = card !== undefined && card.packageId === offer.id
  const word = packageTypeWords[offer.type]
  const { name } = offer
  return (
    <Card as="li" stack gap={3} chosen className={css.offer} data-current={current}>
      <Row align="start" justify="between" gap={2}>
        <SectionTitle shrink breaks>
          <bdi>{name}</bdi>
        </SectionTitle>
        {current ? (
          <SeverityBadge tone="ok">
            <Trans>Current package</Trans>
          </SeverityBadge>
        ) : (
          <WordMark word={word} label={i18n._(word.label)} />
        )}
      </Row>
      <Row
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
      <div>
        <PackageContents offer={offer} />
        {offer.note && (
          <Muted as="p" className={css.quiet}>
            {offer.note}
          </Muted>
        )}
      </div>
      {onBuy && (
        <Stack gap={2}>
          {problem !== undefined && (
            <Text as="p" size="small" tone="critical" role="alert">
              {problem}
            </Text>
          )}
          <Button
            variant="default"
            fullWidth
            loading={busy}
            disabled={!online}
            onClick={() => {
              if (card) onBuy(card.iccid)
              else showToast({ kind: 'tip', message: msg`No bound card number` })
            }}
          >
            {current ? <Trans>Extend</Trans> : <Trans>Buy</Trans>}
          </Button>
        </Stack>
      )}
    </Card>
  )
}
