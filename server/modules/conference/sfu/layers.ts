// Which layer of which picture goes to one receiver: as large as its tile, as much as its line carries; whoever speaks comes
// first, layers in time go before layers in size (after Galene's thresholds).
import type { Limit } from '../../../../src/contract/conference-wire.ts'

/** A layer is as good as a tile that is this much wider. */
const WIDE_ENOUGH = 0.8
/** More is taken on below this share of what the line carries; what there is stays up to that one, while nothing is lost. */
const [UP, DOWN] = [7 / 8, 3 / 2]

/** What layers of a picture cost and how wide they are where nothing of them has come yet, from the smallest on. */
const USUAL = [
  { bits: 120_000, width: 256 },
  { bits: 400_000, width: 512 },
  { bits: 1_200_000, width: 1024 },
] as const
/** Shares of these that the layers in time below each take. */
const USUAL_SHARES = [0.5, 0.7, 1] as const

export interface Layer {
  /** Comes in now. */
  live: boolean
  width: number
  /** Bits a second up to each layer in time. */
  bits: readonly number[]
}

export interface Wish {
  mid: string
  /** Pixels of the tile. */
  width: number
  layers: readonly Layer[]
  now: Choice | null
}

export interface Choice {
  layer: number
  temporal: number
}

export interface Share {
  choice: Choice | null
  limit: Limit
}

/** The layers of a picture that has so many, with what is usual where nothing is known. */
export function usualLayer(index: number, of: number): Layer {
  // One alone costs what a middle one costs: helmets and cameras send so.
  const usual = of === 1 ? { bits: 400_000, width: 1024 } : (USUAL[index] ?? USUAL[2])
  return { live: false, width: usual.width, bits: USUAL_SHARES.map(share => share * usual.bits) }
}

/** The smallest layer that fills a tile. */
export function layerFor(width: number, layers: readonly Pick<Layer, 'width'>[]): number {
  const found = layers.findIndex(layer => layer.width >= width * WIDE_ENOUGH)
  return found === -1 ? layers.length - 1 : found
}

interface Rung extends Choice {
  bits: number
}

function rungsOf({ width, layers }: Wish): Rung[] {
  const highest = layerFor(width, layers)
  return layers
    .slice(0, highest + 1)
    .flatMap(({ bits }, layer) => bits.map((cost, temporal) => ({ layer, temporal, bits: cost })))
}

const same = (one: Choice | null, other: Choice) =>
  one?.layer === other.layer && one.temporal === other.temporal

/** `wishes` from the most important on; `bits`: what there is for pictures. `full`: the line has just shown congestion. */
export function shareOut(wishes: readonly Wish[], bits: number, full: boolean): Map<string, Share> {
  const ladders = wishes.map(wish => ({ wish, rungs: rungsOf(wish), at: -1 }))
  let spent = 0
  const costOf = ({ rungs, at }: (typeof ladders)[number]) => rungs[at]?.bits ?? 0
  const climb = (ladder: (typeof ladders)[number], to: number): boolean => {
    const rung = ladder.rungs[to]
    if (!rung) return false
    const held = ladder.rungs.findIndex(one => same(ladder.wish.now, one))
    const room = bits * (to > held ? UP : full ? 1 : DOWN)
    if (spent - costOf(ladder) + rung.bits > room) return false
    spent += rung.bits - costOf(ladder)
    ladder.at = to
    return true
  }
  // Everybody a little, from the most important on: that one is shown whatever it costs.
  for (const [index, ladder] of ladders.entries()) {
    if (climb(ladder, 0) || index > 0) continue
    ladder.at = 0
    spent += costOf(ladder)
  }
  // Then as much as is of use, one after the other.
  for (const ladder of ladders) {
    if (ladder.at < 0) continue
    for (let to = ladder.rungs.length - 1; to > ladder.at; to--) if (climb(ladder, to)) break
  }
  return new Map(
    ladders.map(({ wish, rungs, at }) => {
      const rung = rungs[at]
      const choice = rung ? { layer: rung.layer, temporal: rung.temporal } : null
      const limit: Limit = at < rungs.length - 1 ? 'network' : limitOf(wish)
      return [wish.mid, { choice, limit }]
    }),
  )
}

/** Of a picture that has all that its tile can use. */
function limitOf({ width, layers }: Wish): Limit {
  const wanted = layerFor(width, layers)
  if (!layers[wanted]?.live) return 'sender'
  return wanted < layers.length - 1 ? 'size' : 'nothing'
}

const WINDOW_MS = 500
const TEMPORALS = 3

/** What one stream costs, by layers in time. */
export function createMeter() {
  let bytes = [0, 0, 0]
  let since: number | undefined
  let bits: number[] | undefined
  return {
    note(size: number, temporal: number, now: number): void {
      since ??= now
      const place = Math.min(TEMPORALS - 1, temporal)
      bytes[place] = (bytes[place] ?? 0) + size
      if (now - since < WINDOW_MS) return
      const seconds = (now - since) / 1000
      let total = 0
      const seen = bytes.map(one => {
        total += (one * 8) / seconds
        return total
      })
      bits = bits ? bits.map((one, index) => one * 0.6 + (seen[index] ?? 0) * 0.4) : seen
      bytes = [0, 0, 0]
      since = now
    },
    /** It was silent: what comes next begins anew. */
    pause(): void {
      bytes = [0, 0, 0]
      since = undefined
    },
    /** Undefined before it has come for a while. Layers in time that do not exist are left out. */
    bits(): number[] | undefined {
      if (!bits) return undefined
      const whole = bits.at(-1) ?? 0
      const lower = bits.slice(0, -1).filter(one => one > 0 && one < 0.95 * whole)
      return lower.length === TEMPORALS - 1 ? [...lower, whole] : lower.length === 0 ? [whole] : bits
    },
  }
}
export type Meter = ReturnType<typeof createMeter>
