// Puts the colours of a skin on the page: the one chosen in this browser, else what the device prefers.

import type { PublishedSite } from '../domain/community/published-site.ts'
import { SKIN_KEY } from '../domain/storage-keys.ts'
import { siteColours } from '../ui/own-accent.ts'
import { type SkinName, skins } from '../ui/tokens.ts'

/** Sets every `--gh-*` colour, the accent to that of a published site, and the browser's own parts to light or dark. */
export function wearSkin(site?: Pick<PublishedSite, 'accentWhite' | 'accentBlue'> | null): void {
  const stored = localStorage.getItem(SKIN_KEY)
  const light =
    stored === 'campus' || (stored !== 'blue' && matchMedia('(prefers-color-scheme: light)').matches)
  const skin: SkinName = light ? 'campus' : 'blue'
  const { style } = document.documentElement
  for (const [name, colour] of Object.entries({ ...skins[skin], ...siteColours(site, skin) }))
    style.setProperty(`--gh-${name}`, colour)
  style.colorScheme = light ? 'light' : 'dark'
}
