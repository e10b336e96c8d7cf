// Goods, the stock of each SKU, and what moved: which of them stands in the address.
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { Row } from '../../ui/kit/parts.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { AddLink } from './edit-link.tsx'
import { mallSkuView } from './mall-sku.view.tsx'
import { stockMoveView } from './stock-move.view.tsx'

type GoodsTab = 'goods' | 'stock' | 'moves'

const kept = { stock: { tab: 'stock' }, moves: { tab: 'moves' } }

const withHead = (view: View, current: GoodsTab): View => ({
  ...view,
  slots: { ...view.slots, listHeader: () => <GoodsHead current={current} /> },
})
const stock = withHead(mallSkuView, 'stock')
const moves = withHead(stockMoveView, 'moves')

export function GoodsPage({ view, search }: { view: View; search: Readonly<Record<string, unknown>> }) {
  const goods = useMemo(() => withHead(view, 'goods'), [view])
  if (search.tab === 'stock') return <ListPage key="stock" view={stock} kept={kept.stock} />
  if (search.tab === 'moves') return <ListPage key="moves" view={moves} kept={kept.moves} />
  return <ListPage view={goods} />
}

function GoodsHead({ current }: { current: GoodsTab }) {
  const { t } = useLingui()
  return (
    <>
      {current === 'goods' && (
        <Row justify="end">
          <AddLink />
        </Row>
      )}
      <PageTabs
        label={t({ context: 'page', message: 'Goods' })}
        current={current}
        tabs={[
          { id: 'goods', label: t`Articles`, address: '/productManage', icon: 'box' },
          { id: 'stock', label: t`Stock by SKU`, address: '/productManage?tab=stock', icon: 'list' },
          { id: 'moves', label: t`Movements`, address: '/productManage?tab=moves', icon: 'route' },
        ]}
      />
    </>
  )
}
