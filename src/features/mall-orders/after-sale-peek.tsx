// The panel of an after-sales order: what is asked back and why, and how it was decided.
import { useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { afterSale } from '../../domain/mall/after-sale.ts'
import { Money } from '../../resource/money.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'

export function AfterSalePeek({ row }: { row: RowOf<typeof afterSale> }) {
  const { t } = useLingui()
  const at = (moment: number | null) => moment !== null && formatMoment(moment)
  return (
    <PeekSection>
      <Facts
        facts={[
          {
            id: 'order',
            label: t({ context: 'mall', message: 'Order' }),
            value: <a href={`#/orderManagement?show=${row.orderId}`}>{row.orderNumber}</a>,
          },
          { id: 'what', label: t`Goods`, value: row.what },
          { id: 'reason', label: t`Reason`, value: row.reason },
          { id: 'amount', label: t`Amount`, value: <Money fen={row.amount} /> },
          {
            id: 'freight',
            label: t`Of it freight`,
            value: row.freightAmount > 0 && <Money fen={row.freightAmount} />,
          },
          { id: 'buyer', label: t`Buyer`, value: row.buyerName },
          { id: 'merchant', label: t`Merchant`, value: row.merchantName },
          { id: 'decided', label: t`Decided by`, value: row.decidedByName },
          { id: 'decidedAt', label: t`Decided at`, value: at(row.decidedAt) },
          { id: 'verdict', label: t`Rejected because`, value: row.verdict },
          {
            id: 'parcel',
            label: t`Return parcel`,
            value: row.carrier && `${row.carrier} ${row.trackingNumber ?? ''}`,
          },
          { id: 'received', label: t`Received at`, value: at(row.receivedAt) },
          { id: 'restocked', label: t`Back in the stock`, value: row.restocked && t`Yes` },
          { id: 'refunded', label: t`Refunded at`, value: at(row.refundedAt) },
          {
            id: 'declined',
            label: t`Last attempt`,
            value: row.declined !== null && t`The payment provider declined the refund`,
          },
        ]}
      />
    </PeekSection>
  )
}
