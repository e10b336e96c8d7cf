// Goods under their categories: one tab a category, in the order that shoppers find them.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mallCategory } from '../../domain/mall/mall-category.ts'
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { allRowsOptions } from '../../resource/whole-tree.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { listingView } from './mall-product.view.tsx'

export function ListingPage({ search }: { view: View; search: Readonly<Record<string, unknown>> }) {
  const current = search.categoryId === undefined ? 'all' : String(search.categoryId)
  const view = useMemo(
    () => ({
      ...listingView,
      entity: { ...listingView.entity, defaultSort: 'sort' as const },
      slots: { ...listingView.slots, listHeader: () => <CategoryTabs current={current} /> },
    }),
    [current],
  )
  return <ListPage view={view} />
}

function CategoryTabs({ current }: { current: string }) {
  const { t } = useLingui()
  const { data: categories = [] } = useQuery(allRowsOptions(mallCategory))
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Goods categories' })}
      current={current}
      tabs={[
        {
          id: 'all',
          label: t({ context: 'goods', message: 'All' }),
          address: '/productCategory',
          icon: 'grid',
        },
        ...categories
          .filter(({ id, goodsCount }) => goodsCount !== 0 || String(id) === current)
          .map(({ id, name, status, goodsCount }) => ({
            id: String(id),
            label: String(name),
            address: `/productCategory?categoryId=${id}`,
            icon: status === 'hidden' ? ('eye-off' as const) : ('layers' as const),
            count: Number(goodsCount),
          })),
      ]}
    />
  )
}
