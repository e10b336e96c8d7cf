// What pages are put together from: boxes, rows, stacks, cards and text that say how they look in a few words.
import { createElement, type JSX, type ReactNode } from 'react'
import { classOf, classOfMeasure, isMeasure, isWord, type Look, type Measures } from './look.ts'

type Tag = keyof JSX.IntrinsicElements

type PartProps<E extends Tag> = Look &
  Measures & { as?: E } & Omit<JSX.IntrinsicElements[E], keyof Look | keyof Measures | 'as'>

/** A part of the kit: an element, what it looks like and which attributes it has unless told otherwise. */
function part<Usual extends Tag>(tag: Usual, usual: Look = {}, attributes: { type?: 'button' } = {}) {
  return function Part<E extends Tag = Usual>(props: PartProps<E>): ReactNode {
    const own: Record<string, unknown> = {}
    let classes = ''
    let measured: Record<string, string> | undefined
    for (const [name, value] of Object.entries({ ...attributes, ...usual, ...props })) {
      if (isWord(name)) classes += `${classOf(name, value)} `
      else if (isMeasure(name)) {
        if (value === undefined) continue
        classes += `${classOfMeasure(name)} `
        measured = {
          ...measured,
          [`--gh-${name}`]: typeof value === 'number' && name !== 'z' ? `${value}px` : String(value),
        }
      } else if (name === 'className') classes += value ? `${value} ` : ''
      else if (name !== 'as') own[name] = value
    }
    if (measured) own.style = { ...measured, ...props.style }
    if (classes) own.className = classes.trimEnd()
    return createElement(props.as ?? tag, own)
  }
}

export const Box = part('div')
/** Side by side, in the middle of the line. */
export const Row = part('div', { row: true })
/** Side by side within a text. */
export const Inline = part('span', { inline: true })
/** One below the other, each as wide as all. */
export const Stack = part('div', { stack: true })
/** One below the other, of which one may take what height is left. */
export const Column = part('div', { column: true })
export const Center = part('div', { center: true })
export const Text = part('span')
/** Text that steps back. */
export const Muted = part('span', { tone: 'ink-3', size: 'small' })
export const List = part('ul', { list: true })
/** A line of a list that is pressed as a whole. */
export const LineButton = part(
  'button',
  { bare: true, row: true, wide: true, text: 'start', hovers: true, pointer: true },
  { type: 'button' },
)
/** Rows under headings; a long list of them has a table of its own. */
export const Table = part('table', { table: true, wide: true, size: 'small' })
/** A panel on the ground of the page. */
export const Card = part('div', { card: true })
/** The heading of a card or a section. */
export const SectionTitle = part('h2', { size: 'section', strong: true })
/** Fields that belong together. */
export const FieldGroup = part('fieldset', { group: true })
