// What an order takes down of the goods it names: as they are at this moment, held until its transaction is over.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { type FreightTerms, freightRules } from '../../../src/domain/mall/freight.ts'
import { productOptions } from '../../../src/domain/mall/mall-product.ts'
import { combinationText } from '../../../src/domain/mall/sku-matrix.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { ON_SALE } from './on-sale.ts'

export interface ArticleForOrder {
  skuId: number
  productId: number
  merchantId: number
  name: string
  /** `Red / XL`; empty where there is one SKU only. */
  optionText: string
  picture: string | null
  /** Fen. */
  price: number
  weightGrams: number
  available: number
  /** False: off the shelf, archived, of a merchant that is not open or in a category that is hidden. */
  onSale: boolean
  freightTemplateId: number | null
}

/** The SKUs that there are of the ids; their articles do not leave the shelf before the transaction is over. */
export async function articlesForOrder(
  sql: Sql,
  tenantId: number,
  skuIds: readonly number[],
): Promise<ArticleForOrder[]> {
  if (skuIds.length === 0) return []
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('mall_sku as s')
      .innerJoin('mall_product as t', 't.id', 's.product_id')
      .select(['s.id', 's.product_id', 's.value_ids', 's.price', 's.weight_grams', 's.on_hand', 's.reserved'])
      .select(['s.archived', 't.merchant_id', 't.name', 't.pictures', 't.options', 't.freight_template_id'])
      .select(raw<boolean>`${raw.raw(ON_SALE)}`.as('on_sale'))
      .where('s.tenant_id', '=', tenantId)
      .where('s.id', 'in', [...new Set(skuIds)])
      .orderBy('t.id')
      .orderBy('s.id')
      .forShare('t'),
  )
  return rows.map(row => ({
    skuId: row.id,
    productId: row.product_id,
    merchantId: row.merchant_id,
    name: row.name,
    optionText: combinationText(z.parse(productOptions, row.options), { valueIds: row.value_ids }),
    picture: row.pictures[0] ?? null,
    price: row.price,
    weightGrams: row.weight_grams,
    available: row.on_hand - row.reserved,
    onSale: row.on_sale && !row.archived,
    freightTemplateId: row.freight_template_id,
  }))
}

/** The rules that hold now of each template. */
export async function freightTermsOf(
  sql: Sql,
  tenantId: number,
  templateIds: readonly number[],
): Promise<ReadonlyMap<number, FreightTerms>> {
  if (templateIds.length === 0) return new Map()
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('freight_version')
      .distinctOn('template_id')
      .select(['id', 'template_id', 'rules'])
      .where('tenant_id', '=', tenantId)
      .where('template_id', 'in', [...new Set(templateIds)])
      .orderBy('template_id')
      .orderBy('number', 'desc'),
  )
  return new Map(
    rows.map(({ id, template_id, rules }) => [
      template_id,
      { templateId: template_id, versionId: id, rules: z.parse(freightRules, rules) },
    ]),
  )
}
