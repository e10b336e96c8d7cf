// The panel of a SKU: what there is, what orders hold, and the ledger.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { mallSku } from '../../domain/mall/mall-product.ts'
import { Money } from '../../resource/money.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { Facts } from '../../ui/facts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { stockMoveView } from './stock-move.view.tsx'

export function SkuPeek({ sku }: { sku: RowOf<typeof mallSku> }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'options', label: t`Options`, value: sku.optionText },
            {
              id: 'available',
              label: t({ context: 'goods', message: 'Available' }),
              value: number.format(sku.available),
            },
            { id: 'onHand', label: t`In stock`, value: number.format(sku.onHand) },
            {
              id: 'reserved',
              label: t({ context: 'goods', message: 'Reserved' }),
              value: number.format(sku.reserved),
            },
            { id: 'price', label: t`Price`, value: <Money fen={sku.price} /> },
            { id: 'weight', label: t`Weight (g)`, value: number.format(sku.weightGrams) },
            { id: 'code', label: t`SKU code`, value: sku.code },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>Movements</Trans>}>
        <RelatedList
          view={stockMoveView}
          query={{ skuId: sku.id }}
          size={8}
          none={<Trans>Nothing has moved yet</Trans>}
          all={`/productManage?tab=moves&skuId=${sku.id}`}
        />
      </PeekSection>
    </>
  )
}
