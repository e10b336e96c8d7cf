// The mall of the demo's community: merchants, categories, goods with stock, freight, banners and what buyers say.
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import type { FreightRule } from '../../src/domain/mall/freight.ts'
import { combinationsOf, type ProductOption } from '../../src/domain/mall/sku-matrix.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import { articles, categories, freightTemplates, merchants, remarks, specs } from './mall-goods.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

/** Buyers' first reviews. */
const DAYS = 45

interface Ground {
  sql: Sql
  staffed: Staffed
  chance: Chance
  now: number
}

const base = ({ staffed: { tenantId }, now }: Ground, at = now - 60 * DAY_MS) => ({
  tenant_id: tenantId,
  version: 1,
  created_at: at,
  updated_at: at,
})

export async function seedMall(sql: Sql, staffed: Staffed, now: number): Promise<void> {
  const ground: Ground = { sql, staffed, now, chance: chanceOf(staffed.tenantId * 6151 + 3) }
  const merchantIds = await insertRows(
    sql,
    'merchant',
    merchants.map(each => ({ ...base(ground), ...each })),
    'id',
  )
  const categoryIds = await seedCategories(ground)
  await insertRows(
    sql,
    'mall_spec',
    specs.map(({ name, values }) => ({ ...base(ground), name, values })),
  )
  const templateIds = await seedFreight(ground)
  await seedGoods(ground, { merchantIds, categoryIds, templateIds })
}

async function seedCategories(ground: Ground): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const [index, { name, below, hidden }] of categories.entries()) {
    const status = hidden ? 'hidden' : 'shown'
    const [top = 0] = await insertRows(
      ground.sql,
      'mall_category',
      [{ ...base(ground), name, parent_id: null, sort: (index + 1) * 10, status }],
      'id',
    )
    ids.set(name, top)
    const made = await insertRows(
      ground.sql,
      'mall_category',
      below.map((child, at) => ({
        ...base(ground),
        ...{ name: child, parent_id: top, sort: (at + 1) * 10, status: 'shown' },
      })),
      'id',
    )
    for (const [at, child] of below.entries()) ids.set(child, made[at] ?? top)
  }
  return ids
}

async function seedFreight(ground: Ground): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  const made = await insertRows(
    ground.sql,
    'freight_template',
    freightTemplates.map(({ name, note }) => ({ ...base(ground), name, note })),
    'id',
  )
  const versions: { template_id: number; rules: readonly FreightRule[] }[] = []
  for (const [index, { name, rules }] of freightTemplates.entries()) {
    const template_id = made[index] ?? 0
    ids.set(name, template_id)
    versions.push({ template_id, rules })
  }
  await insertRows(
    ground.sql,
    'freight_version',
    versions.map(each => ({
      ...{ tenant_id: ground.staffed.tenantId, created_at: ground.now - 60 * DAY_MS, number: 1 },
      ...each,
    })),
  )
  return ids
}

interface Places {
  merchantIds: readonly number[]
  categoryIds: ReadonlyMap<string, number>
  templateIds: ReadonlyMap<string, number>
}

/** Options of an article as its editor would number them. */
function optionsOf(given: readonly (readonly [name: string, ...values: string[]])[]): ProductOption[] {
  let id = 0
  return given.map(([name, ...values]) => ({
    id: ++id,
    name,
    values: values.map(value => ({ id: ++id, name: value, archived: false })),
  }))
}

async function seedGoods(ground: Ground, { merchantIds, categoryIds, templateIds }: Places): Promise<void> {
  const { sql, chance, now, staffed } = ground
  const goods = articles.map((article, index) => ({
    article,
    options: optionsOf(article.options ?? []),
    index,
  }))
  const ids = await insertRows(
    sql,
    'mall_product',
    goods.map(({ article, options, index }) => {
      const at = now - (58 - index) * DAY_MS
      return {
        ...base(ground, at),
        ...{ merchant_id: merchantIds[article.merchant], category_id: categoryIds.get(article.category) },
        ...{ name: article.name, description: article.about, pictures: [], options },
        freight_template_id:
          article.freight === undefined ? null : (templateIds.get(article.freight) ?? null),
        ...{ sort: (index + 1) * 10, shelf: article.shelf ?? 'on', shelf_at: at },
      }
    }),
    'id',
  )
  const skus = goods.flatMap(({ article, options, index }) =>
    combinationsOf(options).map((value_ids, at) => ({
      ...base(ground, now - (58 - index) * DAY_MS),
      ...{ product_id: ids[index], value_ids, code: `SC${1000 + index * 10 + at}` },
      price: article.price + at * (article.step ?? 0),
      weight_grams: article.grams,
      on_hand: article.soldOut ? 0 : chance.happens(0.1) ? chance.whole(1, 4) : chance.whole(12, 160),
      ...{ reserved: 0, archived: false },
    })),
  )
  const skuIds = await insertRows(sql, 'mall_sku', skus, 'id')
  const [keeper] = staffed.people
  await insertRows(
    sql,
    'stock_move',
    skus.flatMap(({ on_hand, created_at }, index) => {
      if (on_hand === 0) return []
      return [
        {
          ...base(ground, created_at),
          ...{ sku_id: skuIds[index], kind: 'initial', on_hand_change: on_hand, reserved_change: 0 },
          ...{
            on_hand,
            reserved: 0,
            at: created_at,
            user_id: keeper?.id ?? null,
            user_name: keeper?.name ?? null,
          },
        },
      ]
    }),
  )
  await seedReviews(ground, ids)
  await insertRows(
    sql,
    'mall_banner',
    [
      {
        title: '秋季生鲜节',
        product_id: ids[0],
        sort: 10,
        status: 'shown',
        show_from: now - 5 * DAY_MS,
        show_until: now + 10 * DAY_MS,
      },
      {
        title: '米面粮油到家',
        product_id: ids[8],
        sort: 20,
        status: 'shown',
        show_from: null,
        show_until: null,
      },
      {
        title: '年货预售',
        product_id: ids[4],
        sort: 30,
        status: 'shown',
        show_from: now + 20 * DAY_MS,
        show_until: now + 60 * DAY_MS,
      },
      {
        title: '中秋礼盒',
        product_id: ids[5],
        sort: 40,
        status: 'shown',
        show_from: now - 80 * DAY_MS,
        show_until: now - 50 * DAY_MS,
      },
      {
        title: '夏日清凉',
        product_id: ids[12],
        sort: 50,
        status: 'hidden',
        show_from: null,
        show_until: null,
      },
    ].map(each => ({ ...base(ground), ...each })),
  )
}

async function seedReviews(ground: Ground, productIds: readonly number[]): Promise<void> {
  const { sql, chance, now, staffed } = ground
  const [keeper] = staffed.people
  const buyers = ['陈女士', '刘先生', '赵阿姨', '孙先生', '周女士', '吴先生', '郑女士', '王奶奶']
  await insertRows(
    sql,
    'mall_review',
    Array.from({ length: 36 }, (_, index) => {
      const remark = chance.pick(remarks)
      const at = now - chance.whole(index < 6 ? 1 : 48, index < 6 ? 40 : DAYS * 24) * HOUR_MS
      const state = index < 6 ? 'pending' : index % 13 === 0 ? 'hidden' : 'shown'
      const answered = state === 'shown' && chance.happens(0.4)
      return {
        ...base(ground, at),
        ...{ product_id: chance.pick(productIds), author_name: chance.pick(buyers), rating: remark.rating },
        ...{ content: remark.text, pictures: [], state, written_at: at, edited_at: null, option_text: null },
        reply: answered
          ? remark.rating > 3
            ? '感谢您的支持，欢迎再来！'
            : '非常抱歉，已联系配送核实处理。'
          : null,
        replied_at: answered ? at + 5 * HOUR_MS : null,
        reply_name: answered ? (keeper?.name ?? null) : null,
        reason: state === 'hidden' ? '含有广告内容' : null,
        judged_at: state === 'pending' ? null : at + 2 * HOUR_MS,
        judged_by_name: state === 'pending' ? null : (keeper?.name ?? null),
      }
    }),
  )
}
