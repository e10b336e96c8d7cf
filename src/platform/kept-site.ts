// The site that a tenant has published, kept in the browser, so that a page that starts without a network looks the same.
import { publishedWebsite } from '../contract/endpoints/website.ts'
import { type PublishedSite, publishedSite } from '../domain/community/published-site.ts'
import { sendRequest } from './http.ts'
import { readStoredJson } from './stored-json.ts'

export const readKeptSite = (key: string): PublishedSite | undefined => readStoredJson(key, publishedSite)

/** Asks what the tenant has published and keeps it; false without an answer: the last one stays. */
export async function fetchKeptSite(key: string, tenantId: number): Promise<boolean> {
  try {
    localStorage.setItem(key, JSON.stringify(await sendRequest(publishedWebsite, { tenantId })))
    return true
  } catch {
    return false
  }
}
