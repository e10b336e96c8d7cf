// The published site of the tenant whose door or home this is: its colours, its logo and its name. The last one is kept, so that
// a page that starts without a network looks the same.
import type { PublishedSite } from '../domain/community/published-site.ts'
import { fetchKeptSite, readKeptSite } from '../platform/kept-site.ts'
import { createStore } from '../platform/store.ts'
import { wearSkin } from './wear-skin.ts'

const KEY = 'gatehouse.page.site'

const site = createStore<PublishedSite | undefined>(readKeptSite(KEY))

export const readSite = site.read
export const listenToSite = site.subscribe

/** Puts on what was kept. */
export const wearSite = (): void => wearSkin(site.read())

/** Asks what the tenant has published, and puts it on; nothing published is the product's own look. */
export async function askSite(tenantId: number | undefined): Promise<void> {
  // Without a network the last one stays.
  if (tenantId === undefined || !(await fetchKeptSite(KEY, tenantId))) return
  site.become(readKeptSite(KEY))
  wearSite()
}
