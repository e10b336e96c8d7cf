// An accent of one's own: whatever colour somebody chooses can be read in either skin.
import { expect, test } from 'vitest'
import { contrastOf, ownColours } from '../../src/ui/own-accent.ts'
import { type SkinName, skins } from '../../src/ui/tokens.ts'

const names: SkinName[] = ['blue', 'campus']
const chosen = ['#1463d8', '#ffff00', '#ffffff', '#000000', '#7f7f7f', '#d2162c', '#00ff88', '#2b0a5e']

test.each(names.flatMap(skin => chosen.map(accent => ({ skin, accent }))))(
  '$accent is readable in $skin',
  ({ skin, accent }) => {
    const own = ownColours(accent, skin)
    const {
      accent: colour = '',
      'accent-hover': hover = '',
      'on-accent': on = '',
      'accent-soft': soft = '',
    } = own
    const { surface, canvas, sunken, ink } = skins[skin]
    for (const ground of [surface, canvas, sunken, soft, own.selected ?? ''])
      expect(contrastOf(colour, ground)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [colour, hover]) expect(contrastOf(on, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(ink, soft)).toBeGreaterThanOrEqual(4.5)
  },
)

test('no accent changes nothing', () => {
  expect(ownColours(null, 'blue')).toEqual({})
})
