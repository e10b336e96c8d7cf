// The panel of a bill: what for, how much, how it was paid, what became of it, and the way to pay it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { bill } from '../../../domain/billing/bill.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { WordMark } from '../../../resource/cells.tsx'
import { Money } from '../../../resource/money.tsx'
import { payWords } from '../../../resource/pay-words.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Row, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { PeekSection } from '../../../ui/peek-panel.tsx'
import { kindWords, platformWords } from './bill-words.ts'
import { PayMark } from './pay-mark.tsx'
import { payAddress } from './pay-search.ts'
import { ReasonText } from './reason-text.tsx'

export type Bill = RowOf<typeof bill>

export function BillBadges({ bill: { state } }: { bill: Bill }) {
  const { i18n } = useLingui()
  const word = payWords[state]
  return <WordMark word={word} label={i18n._(word.label)} />
}

export function BillPay({ bill: { id, state } }: { bill: Bill }) {
  const may = useRights()
  const online = useOnline()
  if (!may('bill.pay') || !['unpaid', 'failed', 'paying'].includes(state)) return null
  return (
    <Button
      component="a"
      href={`#${payAddress({ bills: [id] })}`}
      disabled={!online}
      leftSection={<Icon name="bill" />}
    >
      {state === 'unpaid' ? (
        <Trans>Pay</Trans>
      ) : state === 'failed' ? (
        <Trans>Pay again</Trans>
      ) : (
        <Trans>Continue</Trans>
      )}
    </Button>
  )
}

export function BillPeek({ bill: row }: { bill: Bill }) {
  const { i18n, t } = useLingui()
  const moment = (at: number | null) => at !== null && <bdi dir="ltr">{formatMoment(at)}</bdi>
  const open = ['unpaid', 'failed', 'paying'].includes(row.state)
  return (
    <>
      {row.reason && row.state !== 'paid' && (
        <PeekSection>
          <Row as="p" align="start" gap={2} padX={3} padY={2} ground="info-soft" round="control" tone="ink">
            <Icon name="info" size={18} />
            <ReasonText reason={row.reason} />
          </Row>
        </PeekSection>
      )}
      <PeekSection>
        <Text as="p" below={3} size="big" strong>
          <Money fen={row.amount} />
        </Text>
        <Facts
          facts={[
            { id: 'kind', label: t`Purpose`, value: i18n._(kindWords[row.kind]) },
            { id: 'subject', label: t`For`, value: <bdi dir="ltr">{row.subject}</bdi> },
            { id: 'package', label: t`Package`, value: row.packageName },
            { id: 'iccid', label: t`ICCID`, value: row.iccid !== row.subject && row.iccid },
            { id: 'way', label: t`Method`, value: row.way && <PayMark way={row.way} /> },
            {
              id: 'platform',
              label: t`Platform status`,
              value: i18n._(platformWords[row.platformState].label),
            },
            { id: 'trade', label: t`Payment number`, value: row.tradeNumber },
            { id: 'by', label: t`Ordered by`, value: row.userName },
            { id: 'created', label: t`Ordered at`, value: moment(row.createdAt) },
            { id: 'until', label: t`Pay until`, value: open && moment(row.closesAt) },
            { id: 'paid', label: t`Paid at`, value: moment(row.paidAt) },
            {
              id: 'delivered',
              label: t`Delivered at`,
              value:
                row.state === 'paid' && row.deliveredAt === null ? t`On its way` : moment(row.deliveredAt),
            },
            { id: 'refunded', label: t`Refunded at`, value: moment(row.refundedAt) },
            { id: 'tenant', label: t`Tenant`, value: row.tenantName },
          ]}
        />
      </PeekSection>
    </>
  )
}
