// The title of the browser's tab: the page, then the site.
import { PRODUCT_NAME } from '../domain/product.ts'

let page: string | undefined
let site = PRODUCT_NAME

/** Names the page that is open; undefined where it has no name of its own. */
export function showPageTitle(name: string | undefined): void {
  page = name
  write()
}

/** Names the site, as its operator has called it. */
export function showSiteName(name: string): void {
  site = name || PRODUCT_NAME
  write()
}

function write(): void {
  document.title = page ? `${page} · ${site}` : site
}
