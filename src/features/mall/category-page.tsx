// Categories of goods as a tree: what is hidden says so, and each node how many goods stand under it.
import { Trans, useLingui } from '@lingui/react/macro'
import { RelatedList } from '../../resource/related-list.tsx'
import { TreePage } from '../../resource/tree-page.tsx'
import type { Row } from '../../resource/view.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { mallCategoryView } from './mall-category.view.tsx'
import { mallProductView } from './mall-product.view.tsx'
import { shownWords } from './mall-words.ts'

const nodeOf = (row: Row) => ({
  title: String(row.name),
  icon: row.status === 'hidden' ? ('eye-off' as const) : ('layers' as const),
  aside: typeof row.goodsCount === 'number' && row.goodsCount > 0 ? row.goodsCount : undefined,
})

export function CategoryPage() {
  return (
    <TreePage
      view={mallCategoryView}
      nodeOf={nodeOf}
      childOf={row => ({ parentId: row.id })}
      badges={row => row.status === 'hidden' && <Hidden />}
      more={row => (
        <PeekSection title={<Trans>Goods right under it</Trans>}>
          <RelatedList
            view={mallProductView}
            query={{ categoryId: row.id, sort: 'sort' }}
            none={<Trans>Nothing is listed here yet</Trans>}
            all={`/productCategory?categoryId=${row.id}`}
          />
        </PeekSection>
      )}
    />
  )
}

function Hidden() {
  const { i18n } = useLingui()
  return <SeverityBadge tone="off">{i18n._(shownWords.hidden.label)}</SeverityBadge>
}
