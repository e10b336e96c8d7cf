// What is paid and how much: the bills of a payment page.
import { Trans, useLingui } from '@lingui/react/macro'
import { WordMark } from '../../../resource/cells.tsx'
import { Money } from '../../../resource/money.tsx'
import { payWords } from '../../../resource/pay-words.ts'
import { List, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { kindWords } from './bill-words.ts'
import css from './pay.module.css'
import type { PayBill } from './pay-stage.ts'

export function PaySummary({ bills }: { bills: readonly PayBill[] }) {
  const { i18n, t } = useLingui()
  const total = bills.reduce((sum, bill) => sum + bill.amount, 0)
  return (
    <Stack
      as="aside"
      gap={4}
      shrink
      pad={5}
      ground="surface"
      edge="line"
      round="card"
      tightOnPhone
      className={css.panel}
    >
      <SectionTitle>
        <Trans>What you pay for</Trans>
      </SectionTitle>
      <List stack scroll="y" atMostTall="part" aria-label={t`Bills`}>
        {bills.map(bill => {
          const word = payWords[bill.state]
          return (
            <Row
              as="li"
              key={bill.id}
              wrap
              gap="half"
              columnGap={3}
              atLeast="finger"
              padX={0}
              padY={2}
              edgeBelow
              lastBare
            >
              <Text shrink breaks grows="small">
                {i18n._(kindWords[bill.kind])}
                {bill.packageName && (
                  <>
                    {' · '}
                    <bdi>{bill.packageName}</bdi>
                  </>
                )}
                <br />
                <Text size="small" tone="ink-2">
                  <bdi dir="ltr">{bill.subject}</bdi>
                </Text>
              </Text>
              <Row as="span" gap={2} pushed>
                <Money fen={bill.amount} />
                <WordMark word={word} label={i18n._(word.label)} />
              </Row>
            </Row>
          )
        })}
      </List>
      <Row wrap justify="between" gap={3} edgeAbove padAbove={4} className={css.foot}>
        <Text size="small" tone="ink-2">
          <Trans>Total</Trans>
        </Text>
        <Stack as="span">
          <Text as="strong" size="figure" strong>
            <Money fen={total} />
          </Text>
        </Stack>
      </Row>
      {bills.length === 1 && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>
            Order number <bdi dir="ltr">{bills[0]?.orderNumber}</bdi>
          </Trans>
        </Text>
      )}
    </Stack>
  )
}
