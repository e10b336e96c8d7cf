// A look without a browser: the colours of a skin, a room, and texts whose width goes by their length.
import type { Look } from '../../../src/ui/chart/look.ts'
import { type SkinName, skins } from '../../../src/ui/tokens.ts'

export const lookIn = (
  skin: SkinName = 'campus',
  { width = 600, height = 260, mirrored = false, locale = 'en' } = {},
): Look => ({
  color: token => skins[skin][token],
  font: 'sans-serif',
  width,
  height,
  mirrored,
  locale,
  textWidth: text => text.length * 6.5,
})
