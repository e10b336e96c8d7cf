// What the server tells before login: names, demo mode, and the menus that this host hides or renames.
import type * as z from 'zod/mini'
import { bootInfo } from '../contract/endpoints/session.ts'
import type { PublishedSite } from '../domain/community/published-site.ts'
import { PRODUCT_NAME } from '../domain/product.ts'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { sendRequest } from '../platform/http.ts'
import { fetchKeptSite, readKeptSite } from '../platform/kept-site.ts'
import { showSiteName } from '../platform/page-title.ts'
import { readStoredJson } from '../platform/stored-json.ts'

export type BootInfo = z.output<typeof bootInfo.response>

const KEY = 'gatehouse.boot'
/** The published site of the tenant that was last worked for in this browser. */
const SITE_KEY = 'gatehouse.site'
const unknownHost: BootInfo = {
  siteName: '',
  demo: null,
  visitors: false,
  texts: false,
  mallUrl: '',
  upgradeUrl: '',
  hiddenMenus: [],
  renamedMenus: [],
}

let current: BootInfo | undefined
let host: BootInfo | undefined
let known = false
let published: PublishedSite | undefined
let asking: Promise<void> | undefined
const listeners = new Set<() => void>()

/** What is known of the host: the server's answer, else the last one this browser saw, else nothing. */
export function getBootInfo(): BootInfo {
  return current ?? learn(readStoredJson(KEY, bootInfo.response) ?? unknownHost)
}

function learn(boot: BootInfo): BootInfo {
  const site = readKeptSite(SITE_KEY)
  host = boot
  current = {
    ...boot,
    siteName: site?.siteName ?? boot.siteName,
    mallUrl: site?.mallAddress ?? boot.mallUrl,
  }
  published = site
  showSiteName(current.siteName)
  return current
}

/** What the tenant that was last worked for here has published; undefined: nothing. */
export function getSite(): PublishedSite | undefined {
  if (!current) getBootInfo()
  return published
}

/** The logo of the site; undefined where none is published. */
export const siteLogo = (): string | undefined => getSite()?.logo ?? undefined

/** Takes what a tenant has published in place of what the host says; nothing published: the host's own. */
export async function askWebsite(tenantId: number): Promise<void> {
  if (!(await fetchKeptSite(SITE_KEY, tenantId))) return
  learn(host ?? unknownHost)
  for (const listener of listeners) listener()
}

/** What the operator has called the site. */
export const siteNameOf = ({ siteName }: BootInfo): string => siteName || PRODUCT_NAME

/** True once the server has answered since the page was opened. */
export const isBootInfoFresh = (): boolean => known

export function subscribeBootInfo(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the server, and once more whenever it is back, until it has answered; a failure leaves what was known. */
export function askBootInfo(): Promise<void> {
  subscribeConnection(() => {
    if (!known && getConnection().online) void askOnce()
  })
  return askOnce()
}

const askOnce = (): Promise<void> =>
  (asking ??= fetchBootInfo().finally(() => {
    asking = undefined
  }))

async function fetchBootInfo(): Promise<void> {
  try {
    learn(await sendRequest(bootInfo, {}))
  } catch {
    return
  }
  known = true
  localStorage.setItem(KEY, JSON.stringify(host))
  for (const listener of listeners) listener()
}
