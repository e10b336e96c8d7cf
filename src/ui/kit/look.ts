// How something looks, in the words of the kit: each stands for one class of its sheet.
import css from './kit.module.css'

/** Room in steps of four pixels; `half` is two. */
type Space = 0 | 'half' | 1 | 2 | 3 | 4 | 5 | 6 | 8

type Tone = 'accent' | 'critical' | 'warning' | 'attention' | 'info' | 'ok' | 'off' | 'new'

export interface Look {
  card?: boolean
  // Without the looks of the browser.
  list?: boolean
  group?: boolean
  bare?: boolean
  // How children stand.
  row?: boolean
  inline?: boolean
  stack?: boolean
  column?: boolean
  center?: boolean
  wrap?: boolean
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  justify?: 'start' | 'center' | 'end' | 'between'
  items?: 'start' | 'center' | 'end'
  content?: 'start' | 'center'
  /** Two columns of the same width. */
  even?: boolean
  /** One column that never grows beyond its parent. */
  one?: boolean
  /** Columns as wide as what is in them, and one that takes the rest. */
  columns?: 'startRest' | 'restEnd' | 'startRestEnd'
  /** As many columns as tiles of this size fit. */
  tiles?: 'small' | 'medium' | 'large'
  gap?: Space
  columnGap?: Space
  // Where it stands among others.
  grow?: boolean
  rigid?: boolean
  /** Begins with a width and takes its share of the rest. */
  grows?: 'small' | 'medium' | 'large' | 'natural'
  /** May become narrower than its content. */
  shrink?: boolean
  shrinkDown?: boolean
  wide?: boolean
  fits?: boolean
  tall?: boolean
  /** Over all columns of a grid. */
  across?: boolean
  /** As far to the end of its row as can be. */
  pushed?: boolean
  at?: 'start' | 'center' | 'end'
  atBlock?: 'start' | 'center' | 'end'
  /** Not lower than a chip, a row of a list, a control, a finger's target, a tile. */
  atLeast?: 'chip' | 'row' | 'target' | 'finger' | 'tile'
  relative?: boolean
  absolute?: boolean
  fixed?: boolean
  /** Keeps to an end of what scrolls under it. */
  stuck?: 'top' | 'bottom'
  /** In the middle of what is wider. */
  middling?: boolean
  /** As wide as its content. */
  hugs?: boolean
  /** Not wider than a line of text, a text, a field, a panel, a form, a page. */
  atMost?: 'line' | 'text' | 'small' | 'medium' | 'large' | 'page'
  /** Not higher than a part of a page, or half of the window; the rest scrolls. */
  atMostTall?: 'part' | 'half'
  /** As wide as high, in steps of four pixels; `touch` is 32 pixels, or as large as a finger needs it. */
  square?: 'touch' | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 11 | 12 | 14 | 16
  block?: boolean
  /** Over all of its parent. */
  over?: boolean
  // Room in and around it.
  pad?: Space
  padX?: Space
  padY?: Space
  above?: Exclude<Space, 0>
  below?: Exclude<Space, 0>
  padAbove?: Space
  padBelow?: Space
  padStart?: Space
  padEnd?: Space
  // Ground and edge.
  ground?:
    | 'surface'
    | 'raised'
    | 'sunken'
    | 'hover'
    | 'canvas'
    | 'accent'
    | 'ok'
    | 'critical'
    | 'warning'
    | 'info'
    | 'attention'
    | 'off'
    | 'critical-fill'
    | 'ok-fill'
    | 'line'
    | 'line-strong'
    | 'selected'
    | 'none'
    | `${Tone}-soft`
  /** A soft ground with words in its colour. */
  soft?: Exclude<Tone, 'accent'>
  /** Solid red, for what burns now. */
  loud?: boolean
  /** Ringed where it stands, as the open one of many. */
  outlined?: boolean
  edge?: 'line' | 'strong' | 'dashed' | 'critical' | 'new' | 'attention' | 'accent' | 'none'
  edgeAbove?: boolean
  edgeBelow?: boolean
  edgeStart?: boolean
  edgeEnd?: boolean
  round?: 'small' | 'control' | 'card' | 'dialog' | 'full'
  floating?: boolean
  hidden?: boolean
  scroll?: 'both' | 'x' | 'y'
  // Text.
  size?: 'caption' | 'small' | 'body' | 'section' | 'lead' | 'large' | 'title' | 'figure' | 'big' | 'huge'
  strong?: boolean
  medium?: boolean
  plain?: boolean
  tone?: 'ink' | 'ink-2' | 'ink-3' | Tone | 'on-accent' | 'on-critical' | 'on-ok' | 'same'
  text?: 'start' | 'center' | 'end'
  nowrap?: boolean
  /** Keeps the line breaks of the text. */
  lines?: boolean
  /** One line, its end cut off by an ellipsis. */
  clip?: boolean
  /** Breaks anywhere rather than run over. */
  breaks?: boolean
  /** Lines of about the same length. */
  balanced?: boolean
  undecorated?: boolean
  underlined?: boolean
  /** In the middle of the line of text. */
  middle?: boolean
  mono?: boolean
  pointer?: boolean
  /** Lets the pointer through. */
  still?: boolean
  /** Rows under headings, a line between each two. */
  table?: boolean
  /** Its rows are as high as what is pressed in them. */
  snug?: boolean
  /** Its headings stay in sight while the rows scroll. */
  headStays?: boolean
  /** What stands behind the first column is figures. */
  figured?: boolean
  /** A box or a bar of the browser in the colour of the skin. */
  accented?: boolean
  noRing?: boolean
  /** Scrolls without a bar. */
  noBar?: boolean
  cover?: boolean
  contain?: boolean
  // When something is the case.
  /** Its ground answers the pointer. */
  hovers?: boolean
  /** Marked while it is the chosen one: pressed, current, or with a checked box in it. */
  chosen?: boolean
  /** In the accent's colour while it is the chosen one, or open. */
  accents?: boolean
  /** Raised out of its track while it is the chosen one. */
  lifts?: boolean
  /** Its words, or its edge, answer the pointer. */
  brightens?: boolean
  lights?: boolean
  edgeLights?: boolean
  /** Fades while it cannot be used. */
  fades?: boolean
  /** Marked at its beginning while it is the current one of a list. */
  picked?: boolean
  /** Ringed as long as what is in it has the focus. */
  ringAround?: boolean
  /** The last one has no line below it. */
  lastBare?: boolean
  /** Takes no room while nothing is in it. */
  goneWhenEmpty?: boolean
  /** Steps back while it cannot be used. */
  idle?: boolean
  ringInside?: boolean
  /** A link that looks like text until it is pointed at. */
  quietLink?: boolean
  /** With touch, not lower than a finger's target. */
  touchable?: boolean
  /** With touch there is no pointer, nor keys to tell of. */
  goneOnTouch?: boolean
  /** On a tablet: one column, of its own height, and nothing scrolls by itself. */
  oneOnTablet?: boolean
  rigidOnTablet?: boolean
  openOnTablet?: boolean
  /** One column where the window is narrow, or on a phone. */
  oneWhenNarrow?: boolean
  oneOnPhone?: boolean
  evenOnPhone?: boolean
  tightOnPhone?: boolean
  growOnPhone?: boolean
  wideOnPhone?: boolean
  goneOnPhone?: boolean
  /** On a phone: one line, and what stands in it closer together. */
  clipOnPhone?: boolean
  closeOnPhone?: boolean
}

const words: Record<keyof Look, true> = {
  card: true,
  list: true,
  group: true,
  bare: true,
  row: true,
  inline: true,
  stack: true,
  column: true,
  center: true,
  wrap: true,
  align: true,
  justify: true,
  items: true,
  content: true,
  even: true,
  one: true,
  columns: true,
  tiles: true,
  gap: true,
  columnGap: true,
  grow: true,
  rigid: true,
  grows: true,
  shrink: true,
  shrinkDown: true,
  wide: true,
  fits: true,
  tall: true,
  across: true,
  pushed: true,
  at: true,
  atBlock: true,
  atLeast: true,
  relative: true,
  absolute: true,
  fixed: true,
  stuck: true,
  middling: true,
  hugs: true,
  atMost: true,
  atMostTall: true,
  square: true,
  block: true,
  over: true,
  pad: true,
  padX: true,
  padY: true,
  above: true,
  below: true,
  padAbove: true,
  padBelow: true,
  padStart: true,
  padEnd: true,
  ground: true,
  soft: true,
  loud: true,
  outlined: true,
  edge: true,
  edgeAbove: true,
  edgeBelow: true,
  edgeStart: true,
  edgeEnd: true,
  round: true,
  floating: true,
  hidden: true,
  scroll: true,
  size: true,
  strong: true,
  medium: true,
  plain: true,
  tone: true,
  text: true,
  nowrap: true,
  lines: true,
  clip: true,
  breaks: true,
  balanced: true,
  undecorated: true,
  underlined: true,
  middle: true,
  mono: true,
  pointer: true,
  still: true,
  table: true,
  snug: true,
  headStays: true,
  figured: true,
  accented: true,
  noRing: true,
  noBar: true,
  cover: true,
  contain: true,
  hovers: true,
  chosen: true,
  accents: true,
  lifts: true,
  brightens: true,
  lights: true,
  edgeLights: true,
  fades: true,
  picked: true,
  ringAround: true,
  lastBare: true,
  goneWhenEmpty: true,
  idle: true,
  ringInside: true,
  quietLink: true,
  touchable: true,
  goneOnTouch: true,
  oneOnTablet: true,
  rigidOnTablet: true,
  openOnTablet: true,
  oneWhenNarrow: true,
  oneOnPhone: true,
  evenOnPhone: true,
  tightOnPhone: true,
  growOnPhone: true,
  wideOnPhone: true,
  goneOnPhone: true,
  clipOnPhone: true,
  closeOnPhone: true,
}

export const isWord = (name: string): name is keyof Look => Object.hasOwn(words, name)

/**
 * Measures that one page has for itself, called as Mantine calls them: widths and heights (a number is pixels), least and
 * most of each, the columns of a grid and the place in one. They are told as properties, so that a sheet may still say
 * otherwise for a phone.
 */
export interface Measures {
  w?: number | string
  h?: number | string
  miw?: number | string
  mih?: number | string
  maw?: number | string
  mah?: number | string
  cols?: string
  area?: string
  /** The share of what is left, with what it begins. */
  flex?: string
  /** How far from the edges along the lines and across them, the start first. */
  insetX?: number | string
  insetY?: number | string
  z?: number
}

const measures: Record<keyof Measures, true> = {
  w: true,
  h: true,
  miw: true,
  mih: true,
  maw: true,
  mah: true,
  cols: true,
  area: true,
  flex: true,
  insetX: true,
  insetY: true,
  z: true,
}

export const isMeasure = (name: string): name is keyof Measures => Object.hasOwn(measures, name)

export const classOfMeasure = (name: keyof Measures): string => css[name] ?? ''

/** The class of one word: `gap` of 2 is `gap-2`, `wrap` is itself. */
export const classOf = (word: keyof Look, value: unknown): string =>
  value === undefined || value === false ? '' : ((value === true ? css[word] : css[`${word}-${value}`]) ?? '')

/** Classes for what is no part of the kit: a link, a button, a part of Mantine. */
export function look(how: Look, ...more: readonly (string | false | undefined)[]): string {
  let classes = ''
  for (const word in how) if (isWord(word)) classes += `${classOf(word, how[word])} `
  for (const each of more) if (each) classes += `${each} `
  return classes.trimEnd()
}
