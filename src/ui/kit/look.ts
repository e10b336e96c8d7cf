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
  gap?: Space
  columnGap?: Space
  // Where it stands among others.
  grow?: boolean
  rigid?: boolean
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
  /** Not lower than a row of a list, than a control, than a finger's target. */
  atLeast?: 'row' | 'target' | 'finger'
  relative?: boolean
  /** Over all of its parent. */
  over?: boolean
  // Room in and around it.
  pad?: Space
  padX?: Space
  padY?: Space
  above?: Exclude<Space, 0>
  below?: Exclude<Space, 0>
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
    | 'none'
    | `${Tone}-soft`
  edge?: 'line' | 'strong' | 'dashed' | 'none'
  edgeAbove?: boolean
  edgeBelow?: boolean
  round?: 'small' | 'control' | 'card' | 'dialog' | 'full'
  floating?: boolean
  hidden?: boolean
  scroll?: 'both' | 'x' | 'y'
  // Text.
  size?: 'caption' | 'small' | 'body' | 'section' | 'lead' | 'large' | 'title' | 'figure' | 'big' | 'huge'
  strong?: boolean
  medium?: boolean
  plain?: boolean
  tone?: 'ink' | 'ink-2' | 'ink-3' | Tone | 'on-accent' | 'on-critical' | 'same'
  text?: 'start' | 'center' | 'end'
  nowrap?: boolean
  /** Keeps the line breaks of the text. */
  lines?: boolean
  /** One line, its end cut off by an ellipsis. */
  clip?: boolean
  /** Breaks anywhere rather than run over. */
  breaks?: boolean
  undecorated?: boolean
  mono?: boolean
  ltr?: boolean
  pointer?: boolean
  // When something is the case.
  /** Its ground answers the pointer. */
  hovers?: boolean
  /** A link that looks like text until it is pointed at. */
  quietLink?: boolean
  /** With touch, not lower than a finger's target. */
  touchable?: boolean
  /** One column where there is no room for a list and its panel. */
  oneWhenNarrow?: boolean
  oneOnPhone?: boolean
  wideOnPhone?: boolean
  goneOnPhone?: boolean
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
  gap: true,
  columnGap: true,
  grow: true,
  rigid: true,
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
  over: true,
  pad: true,
  padX: true,
  padY: true,
  above: true,
  below: true,
  ground: true,
  edge: true,
  edgeAbove: true,
  edgeBelow: true,
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
  undecorated: true,
  mono: true,
  ltr: true,
  pointer: true,
  hovers: true,
  quietLink: true,
  touchable: true,
  oneWhenNarrow: true,
  oneOnPhone: true,
  wideOnPhone: true,
  goneOnPhone: true,
}

export const isWord = (name: string): name is keyof Look => Object.hasOwn(words, name)

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
