// Pictures of the looks and of figures, side by side on one canvas each, for the graphics card.
import type { PointLook } from '../map-port.ts'
import { drawingOf } from './look-drawing.ts'

export const CELL = 64
const PADDING = 4
const COLUMNS = 8

export interface Atlas {
  canvas: HTMLCanvasElement
  columns: number
  rows: number
}

function canvasFor(cells: number): {
  canvas: HTMLCanvasElement
  context: CanvasRenderingContext2D
  atlas: Atlas
} {
  const canvas = document.createElement('canvas')
  const rows = Math.max(1, Math.ceil(cells / COLUMNS))
  canvas.width = COLUMNS * CELL
  canvas.height = rows * CELL
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws nothing')
  return { canvas, context, atlas: { canvas, columns: COLUMNS, rows } }
}

/** Every look in the cell of its number; after them the ring of what is selected. */
export function drawLooks(looks: readonly PointLook[], surface: string, accent: string): Atlas {
  const { context, atlas } = canvasFor(looks.length + 1)
  const inCell = (cell: number, draw: () => void) => {
    context.save()
    context.translate((cell % COLUMNS) * CELL + PADDING, Math.floor(cell / COLUMNS) * CELL + PADDING)
    context.scale((CELL - 2 * PADDING) / 24, (CELL - 2 * PADDING) / 24)
    draw()
    context.restore()
  }
  for (const [cell, look] of looks.entries())
    inCell(cell, () => {
      const { body, fill, stroke, strokeWidth, dash, glyph } = drawingOf(look, surface)
      const path = new Path2D(body)
      context.fillStyle = fill
      context.fill(path)
      context.strokeStyle = stroke
      context.lineWidth = strokeWidth
      context.setLineDash([...dash])
      context.stroke(path)
      if (!glyph) return
      context.translate(12 * (1 - glyph.scale), 12 * (1 - glyph.scale))
      context.scale(glyph.scale, glyph.scale)
      context.fillStyle = glyph.fill
      context.fill(new Path2D(glyph.path))
    })
  inCell(looks.length, () => {
    context.beginPath()
    context.arc(12, 12, 10.6, 0, 2 * Math.PI)
    context.globalAlpha = 0.22
    context.fillStyle = accent
    context.fill()
    context.globalAlpha = 1
    context.strokeStyle = accent
    context.lineWidth = 2.4
    context.stroke()
  })
  return atlas
}

/** Letters as they are needed; each knows how wide it is. */
export class FigureAtlas {
  readonly #cells = new Map<string, { cell: number; advance: number }>()
  readonly #context: CanvasRenderingContext2D
  readonly atlas: Atlas
  /** Drawn anew since it was last sent. */
  stale = true

  constructor(ink: string) {
    const { context, atlas } = canvasFor(MOST_FIGURES)
    context.font = `600 ${FIGURE_PIXELS}px Inter, "Noto Sans", system-ui, sans-serif`
    context.fillStyle = ink
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    this.#context = context
    this.atlas = atlas
  }

  /** Its cell, and its width as a share of the cell. */
  of(letter: string): { cell: number; advance: number } {
    const known = this.#cells.get(letter)
    if (known) return known
    const cell = Math.min(this.#cells.size, MOST_FIGURES - 1)
    const [column, row] = [cell % COLUMNS, Math.floor(cell / COLUMNS)]
    this.#context.fillText(letter, (column + 0.5) * CELL, (row + 0.53) * CELL)
    const made = { cell, advance: this.#context.measureText(letter).width / CELL }
    this.#cells.set(letter, made)
    this.stale = true
    return made
  }
}

const MOST_FIGURES = 32
const FIGURE_PIXELS = 40
/** Pixels on the screen of a cell whose letters are 12 px. */
export const FIGURE_CELL = (12 / FIGURE_PIXELS) * CELL
