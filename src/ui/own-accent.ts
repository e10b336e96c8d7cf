// An accent that somebody chose for themselves, made readable in a skin: everything that the accent colours follows from it.
import { type SkinName, skins, type TokenName } from './tokens.ts'

/** What WCAG asks of text. */
const READABLE = 4.5
const STEP = 0.05
const HOVER = 0.15
const SOFT: Readonly<Record<SkinName, number>> = { blue: 0.75, campus: 0.88 }
const SELECTED: Readonly<Record<SkinName, number>> = { blue: 0.85, campus: 0.94 }

type Rgb = readonly [number, number, number]

const partsOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]
const hexOf = (parts: Rgb): string =>
  `#${parts.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function mixed(one: string, other: string, share: number): string {
  const [a, b] = [partsOf(one), partsOf(other)]
  const at = (place: 0 | 1 | 2) => a[place] + (b[place] - a[place]) * share
  return hexOf([at(0), at(1), at(2)])
}

function luminance(hex: string): number {
  const [r, g, b] = partsOf(hex).map(part =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

/** How far two colours stand apart, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** What follows from an accent. */
export const ownNames = [
  'accent',
  'accent-hover',
  'accent-soft',
  'selected',
  'on-accent',
] as const satisfies readonly TokenName[]

export type OwnColours = Partial<Record<(typeof ownNames)[number], string>>

/** The colours of an accent such as #1463d8; one that could not be read is brought towards the ink until it can. */
export function ownColours(accent: string | null | undefined, skin: SkinName): OwnColours {
  if (!accent) return {}
  const { ink, surface, canvas, sunken } = skins[skin]
  const own = (share: number) => {
    const colour = mixed(accent, ink, share)
    const soft = mixed(colour, surface, SOFT[skin])
    return { colour, soft, selected: mixed(colour, surface, SELECTED[skin]) }
  }
  const reads = ({ colour, soft, selected }: ReturnType<typeof own>) =>
    [surface, canvas, sunken, soft, selected].every(ground => contrastOf(colour, ground) >= READABLE)
  let share = 0
  while (share < 1 && !reads(own(share))) share += STEP
  const { colour, soft, selected } = own(Math.min(1, share))
  const hover = mixed(colour, ink, HOVER)
  const onAccent = ['#ffffff', '#04121f'].toSorted(
    (one, other) => contrastOf(other, colour) - contrastOf(one, colour),
  )[0]
  return {
    accent: colour,
    'accent-hover': hover,
    'accent-soft': soft,
    selected,
    ...(onAccent && { 'on-accent': onAccent }),
  }
}

/** The accents that somebody chose for each of the skins. */
interface Accents {
  accentWhite?: string | null | undefined
  accentBlue?: string | null | undefined
}

/** What a site changes of a skin: nothing where it has chosen no accent for it. */
export const siteColours = (site: Accents | null | undefined, skin: SkinName): OwnColours =>
  ownColours(skin === 'campus' ? site?.accentWhite : site?.accentBlue, skin)
