// The published site of the tenant whose door or home this is: its colours, its logo and its name. The last one is kept, so that
// a page that starts without a network looks the same.
import { publishedWebsite } from '../contract/endpoints/website.ts'
import { type PublishedSite, publishedSite } from '../domain/community/published-site.ts'
import { sendRequest } from '../platform/http.ts'
import { wearSkin } from './wear-skin.ts'

const KEY = 'gatehouse.page.site'

const listeners = new Set<() => void>()
let site = readKept()

export const readSite = (): PublishedSite | undefined => site

export function listenToSite(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts on what was kept. */
export const wearSite = (): void => wearSkin(site)

/** Asks what the tenant has published, and puts it on; nothing published is the product's own look. */
export async function askSite(tenantId: number | undefined): Promise<void> {
  if (tenantId === undefined) return
  try {
    const answer = await sendRequest(publishedWebsite, { tenantId })
    localStorage.setItem(KEY, JSON.stringify(answer))
    site = answer ?? undefined
  } catch {
    // Without a network the last one stays.
    return
  }
  wearSite()
  for (const listener of listeners) listener()
}

function readKept(): PublishedSite | undefined {
  try {
    const read = publishedSite.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
