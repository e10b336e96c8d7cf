// What a picture of a chart depends on beside its figures: the skin's colours, the room, the direction, the language.
import type { TokenName } from '../tokens.ts'

export interface Look {
  /** The colour of a token in the skin now shown. */
  color(token: TokenName): string
  font: string
  /** Of the room, in pixels. */
  width: number
  height: number
  /** The page runs from right to left. */
  mirrored: boolean
  /** BCP 47. */
  locale: string
  /** How wide a text of an axis is, in pixels. */
  textWidth(text: string): number
}

/** Size of all text in charts, in pixels. */
export const TEXT_SIZE = 12

/** Reads the look of an element as it is now. */
export function lookOf(element: HTMLElement, locale: string, mirrored: boolean): Look {
  const style = getComputedStyle(element)
  const known = new Map<string, string>()
  const font = style.fontFamily
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `${TEXT_SIZE}px ${font}`
  return {
    color: token => {
      const color = known.get(token) ?? style.getPropertyValue(`--gh-${token}`).trim()
      known.set(token, color)
      return color
    },
    font,
    width: element.clientWidth,
    height: element.clientHeight,
    mirrored,
    locale,
    textWidth: text => context?.measureText(text).width ?? 0,
  }
}

const channels = (color: string): number[] =>
  [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

/** `share` of one colour in another, both `#rrggbb`, for pictures that cannot ask a stylesheet to mix. */
export function mixed(color: string, ground: string, share: number): string {
  const below = channels(ground)
  const parts = channels(color).map((part, at) => Math.round(part * share + (below[at] ?? 0) * (1 - share)))
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

/** A colour `#rrggbb` that lets through what lies below it. */
export const sheer = (color: string, opacity: number): string =>
  `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`
