// Banners: hidden, planned, live or over, by their window.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { mallBanner } from '../../../src/domain/mall/mall-banner.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const NOW = '(extract(epoch from now()) * 1000)'

const PHASE = `case when t.status = 'hidden' then 'hidden' when t.show_from > ${NOW} then 'planned'
  when t.show_until <= ${NOW} then 'over' else 'live' end`

const windowOf = z.object({
  showFrom: z.optional(z.nullable(z.number())),
  showUntil: z.optional(z.nullable(z.number())),
})

async function change({ context: { sql }, row }: Commanding, columns: { status?: string; sort?: number }) {
  await firstOf(
    sql,
    tables
      .updateTable('mall_banner')
      .set({ ...columns, updated_at: Date.now(), version: raw`version + 1` })
      .where('id', '=', row.id)
      .returning('id'),
  )
}

export const bannerStore: Store = {
  entity: mallBanner,
  table: {
    name: 'mall_banner',
    columns: { phase: PHASE },
    beforeSave: async ({ input, before }) => {
      const { showFrom, showUntil } = z.parse(windowOf, { ...before, ...input })
      if (typeof showFrom === 'number' && typeof showUntil === 'number' && showUntil <= showFrom)
        throw new Refused('field.periodOrder', { field: 'showUntil' })
      return undefined
    },
    commands: {
      show: commanding => change(commanding, { status: 'shown' }),
      hide: commanding => change(commanding, { status: 'hidden' }),
      arrange: commanding => change(commanding, z.parse(z.object({ sort: z.number() }), commanding.input)),
    },
  },
}
