// Which of the two skins the person looks at: blue technology, or white campus.

import { SKIN_KEY } from '../domain/storage-keys.ts'
import type { SkinName } from '../ui/tokens.ts'

const listeners = new Set<() => void>()
let current: SkinName | undefined

/** The chosen skin; without a choice, what the device prefers. */
export function getSkin(): SkinName {
  const stored = localStorage.getItem(SKIN_KEY)
  current ??=
    stored === 'blue' || stored === 'campus'
      ? stored
      : matchMedia('(prefers-color-scheme: light)').matches
        ? 'campus'
        : 'blue'
  return current
}

export function subscribeSkin(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a skin and remembers it. */
export function showSkin(skin: SkinName): void {
  current = skin
  localStorage.setItem(SKIN_KEY, skin)
  for (const listener of listeners) listener()
}
