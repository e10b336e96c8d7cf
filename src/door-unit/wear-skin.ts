// Puts the colours of a skin on the page: the one chosen in this browser, else what the device prefers.

import { SKIN_KEY } from '../domain/storage-keys.ts'
import { type SkinName, skins } from '../ui/tokens.ts'

/** Sets every `--gh-*` colour, and the browser's own parts to light or dark. */
export function wearSkin(): void {
  const stored = localStorage.getItem(SKIN_KEY)
  const light =
    stored === 'campus' || (stored !== 'blue' && matchMedia('(prefers-color-scheme: light)').matches)
  const skin: SkinName = light ? 'campus' : 'blue'
  const { style } = document.documentElement
  for (const [name, colour] of Object.entries(skins[skin])) style.setProperty(`--gh-${name}`, colour)
  style.colorScheme = light ? 'light' : 'dark'
}
