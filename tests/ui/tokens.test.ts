// The skins must be readable: every text-on-ground pair holds WCAG's 4.5:1.
import { expect, test } from 'vitest'
import { readablePairs, type SkinName, skins } from '../../src/ui/tokens.ts'

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const names: SkinName[] = ['blue', 'campus']

test.each(names.flatMap(skin => readablePairs.map(([text, ground]) => ({ skin, text, ground }))))(
  '$skin: $text on $ground is readable',
  ({ skin, text, ground }) => {
    expect(contrast(skins[skin][text], skins[skin][ground])).toBeGreaterThanOrEqual(4.5)
  },
)

test('both skins know the same names', () => {
  expect(Object.keys(skins.campus)).toEqual(Object.keys(skins.blue))
})
