// A tenant's site as everybody sees it once it is published.
import * as z from 'zod/mini'
import { nonEmpty, text } from '../fields.ts'
import { COLOUR, SAFE_ADDRESS } from '../limits.ts'

/** Encrypted only: a page that everybody sees leads nowhere else. */
export const safeAddress = text(300).check(z.regex(SAFE_ADDRESS, { error: 'safeAddress' }))

export const siteLink = z.object({ name: nonEmpty(30), address: safeAddress })

export const colour = z.string().check(z.regex(COLOUR, { error: 'format' }))

/** What everybody sees once it is published. */
export const publishedSite = z.object({
  siteName: z.string(),
  logo: z.nullable(z.string()),
  accentWhite: z.nullable(colour),
  accentBlue: z.nullable(colour),
  welcome: z.nullable(z.string()),
  links: z.array(siteLink),
  mallAddress: z.nullable(z.string()),
})
export type PublishedSite = z.output<typeof publishedSite>
