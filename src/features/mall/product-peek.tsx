// The panel of an article: why it is not for sale, each SKU with what is left, what moved last, what buyers say.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { mallProduct } from '../../domain/mall/mall-product.ts'
import { combinationText } from '../../domain/mall/sku-matrix.ts'
import { Money } from '../../resource/money.tsx'
import { Photos } from '../../resource/photos.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Box, List, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { mallReviewView } from './mall-review.view.tsx'

type Product = RowOf<typeof mallProduct>

export function ProductBadges({ product }: { product: Product }) {
  if (product.shelf !== 'on' || product.onSale) return null
  return (
    <SeverityBadge tone="attention">
      <Trans>Not for sale: the merchant is not open or the category is hidden</Trans>
    </SeverityBadge>
  )
}

export function ProductPeek({ product }: { product: Product }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  return (
    <>
      {product.pictures.length > 0 && (
        <PeekSection>
          <Photos addresses={product.pictures} />
        </PeekSection>
      )}
      <PeekSection title={<Trans>SKUs</Trans>}>
        {product.skus.length === 0 ? (
          <Text as="p" tone="ink-2">
            <Trans>It has no price yet: open the editor.</Trans>
          </Text>
        ) : (
          <List stack>
            {product.skus.map(sku => {
              const free = number.format(sku.onHand - sku.reserved)
              return (
                <Box as="li" key={sku.id} row justify="between" gap={3} atLeast="row" edgeBelow lastBare>
                  <Stack as="span" shrink>
                    <bdi>{combinationText(product.options, sku) || product.name}</bdi>
                    <Text size="caption" tone={sku.onHand > sku.reserved ? 'ink-3' : 'critical'}>
                      <Trans>{free} available</Trans>
                    </Text>
                  </Stack>
                  <Money fen={sku.price} />
                </Box>
              )
            })}
          </List>
        )}
        {product.skus.length > 0 && (
          <a href={`#/productManage?tab=stock&productId=${product.id}`}>
            <Trans>Receive, write off or count</Trans>
          </a>
        )}
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            { id: 'merchant', label: t`Merchant`, value: product.merchantName },
            { id: 'category', label: t`Category`, value: product.categoryName },
            {
              id: 'freight',
              label: t`Freight template`,
              value: product.freightTemplateName ?? t`Free delivery`,
            },
            { id: 'sort', label: t`Sort order`, value: number.format(product.sort) },
            {
              id: 'description',
              label: t`Description`,
              value: product.description && <Text lines>{product.description}</Text>,
            },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>Reviews</Trans>}>
        <RelatedList
          view={mallReviewView}
          query={{ productId: product.id }}
          size={4}
          none={<Trans>Nobody has written a review yet</Trans>}
          all={`/ProductReviews?productId=${product.id}`}
        />
      </PeekSection>
    </>
  )
}
