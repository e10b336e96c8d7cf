// The tenant's own site: one for each tenant, written in peace and published at once.
import { type PublishedSite, publishedSite } from '../../../src/domain/community/published-site.ts'
import { website } from '../../../src/domain/community/website.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'

/** What is written now, as it would be published. */
const DRAFT = `jsonb_build_object('siteName', t.site_name, 'logo', nullif(t.logo, ''), 'accentWhite', nullif(t.accent_white, ''),
  'accentBlue', nullif(t.accent_blue, ''), 'welcome', nullif(t.welcome, ''), 'links', t.links,
  'mallAddress', nullif(t.mall_address, ''))`

export const websiteStore: Store = {
  entity: website,
  table: {
    name: 'website',
    columns: {
      state: `case when t.published is null then 'draft' when t.published = ${DRAFT} then 'live' else 'changed' end`,
    },
    apart: ['links'],
    unique: { website_tenant: 'siteName' },
    beforeSave: async ({ input: { links } }) =>
      links === undefined ? undefined : { links: JSON.stringify(links) },
    commands: {
      publish: async ({ context: { sql, person }, row }) => {
        await sql.change(
          `update website t set published = ${DRAFT}, published_at = $2, published_by = $3, updated_at = $2,
             version = t.version + 1 where t.id = $1`,
          [row.id, Date.now(), person.name],
        )
      },
      withdraw: async ({ context: { sql }, row }) => {
        await sql.change(
          `update website set published = null, published_at = null, published_by = null, updated_at = $2,
             version = version + 1 where id = $1`,
          [row.id, Date.now()],
        )
      },
    },
  },
}

/** What everybody may see of a tenant: undefined where nothing is published. */
export async function siteOf(sql: Sql, tenantId: number): Promise<PublishedSite | undefined> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('website')
      .select('published')
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('published', 'is not', null),
  )
  return row ? publishedSite.parse(row.published) : undefined
}
