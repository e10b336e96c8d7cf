// The tenant's own site, for pages before a session.
import * as z from 'zod/mini'
import { publishedSite } from '../../domain/community/published-site.ts'
import { id } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

/** The published site of a tenant, for pages before a session: its name, logo, colours and links. */
export const publishedWebsite = endpoint({
  service: 'user',
  method: 'GET',
  path: 'website/published',
  access: 'public',
  summary: 'The published site of a tenant',
  request: z.strictObject({ tenantId: inQuery(15, id) }),
  response: z.nullable(publishedSite),
})
