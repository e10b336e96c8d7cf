// What a counter has counted on each day: differences of its figures, also when it begins again.
import type { Points } from '../../../src/domain/device/packed-series.ts'

export interface Consumption {
  total: number
  /** One figure for each beginning in `starts`. */
  amounts: number[]
  resets: number[]
}

/**
 * Spreads what was counted between two figures evenly over the time between them, so that a day without a figure of
 * its own still gets its share. A smaller figure than before is a counter that began again from 0.
 * `starts`: beginnings of the days, rising; `end`: when the last one is over.
 */
export function consumptionOf(
  { times, values }: Points,
  starts: readonly number[],
  end: number,
): Consumption {
  const amounts = starts.map(() => 0)
  const resets: number[] = []
  let day = 0
  for (let index = 1; index < times.length; index++) {
    const [from, to] = [times[index - 1] ?? 0, times[index] ?? 0]
    const [before, now] = [values[index - 1] ?? 0, values[index] ?? 0]
    if (now < before) resets.push(to)
    const amount = now < before ? now : now - before
    while (day < starts.length - 1 && (starts[day + 1] ?? end) <= from) day++
    for (let each = day; each < starts.length && (starts[each] ?? end) < to; each++) {
      const [begin, over] = [starts[each] ?? 0, starts[each + 1] ?? end]
      const share = (Math.min(over, to) - Math.max(begin, from)) / (to - from)
      if (share > 0) amounts[each] = (amounts[each] ?? 0) + amount * share
    }
  }
  // Figures have few decimals; the sums of their shares must not show more than was measured.
  const rounded = amounts.map(amount => Math.round(amount * 1e6) / 1e6)
  const total = Math.round(rounded.reduce((sum, amount) => sum + amount, 0) * 1e6) / 1e6
  return { total, amounts: rounded, resets }
}
