// The panel of an item of the store: how much there is, what is free, what moved last.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { stockItem } from '../../domain/site/stock-item.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { stockMovementView } from './stock-movement.view.tsx'
import { stockReservationView } from './stock-reservation.view.tsx'
import { tonsText } from './tons-text.ts'

const SHOWN = 8

export function StockPeek({ item }: { item: RowOf<typeof stockItem> }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const tons = (value: number) => <bdi dir="ltr">{tonsText(value, locale)}</bdi>
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'remaining', label: t`Remaining`, value: tons(item.remaining) },
            { id: 'free', label: t`Free`, value: tons(Math.max(0, item.remaining - item.reserved)) },
            { id: 'reserved', label: t`Kept for plans`, value: tons(item.reserved) },
            { id: 'received', label: t({ context: 'stock', message: 'Stock' }), value: tons(item.received) },
            { id: 'used', label: t({ context: 'stock', message: 'Used' }), value: tons(item.used) },
            { id: 'unqualified', label: t`Unqualified`, value: tons(item.unqualified) },
            {
              id: 'warnBelow',
              label: t`Low below`,
              value: typeof item.warnBelow === 'number' ? tons(item.warnBelow) : undefined,
            },
            { id: 'place', label: t`Place`, value: item.place },
            { id: 'department', label: t`Department`, value: item.departmentName },
            { id: 'note', label: t`Note`, value: item.note },
          ]}
        />
      </PeekSection>
      {item.reserved > 0 && (
        <PeekSection title={<Trans>Kept for plans</Trans>}>
          <RelatedList
            view={stockReservationView}
            query={{ itemId: item.id, state: ['open'] }}
            none={<Trans>Nothing is kept for plans</Trans>}
          />
        </PeekSection>
      )}
      <PeekSection title={<Trans>Movements</Trans>}>
        <RelatedList
          view={stockMovementView}
          query={{ itemId: item.id }}
          size={SHOWN}
          none={<Trans>Nothing has moved yet</Trans>}
          all={`/manageStorage?tab=movements&itemId=${item.id}`}
        />
      </PeekSection>
    </>
  )
}
