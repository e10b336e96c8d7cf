// What a benchmark answers, and how its samples become one figure.

export interface Figure {
  label: string
  value: number
  unit: string
  /** Without a target the figure is for information. */
  target?: { atMost?: number; atLeast?: number }
}

export interface Bench {
  name: string
  run(): Promise<{ figures: Figure[] }>
}

/** The value that a share of the samples does not exceed: 0.5 is the median. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('Nothing was measured')
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below = 0, above = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (above - below) * (at - Math.floor(at))
}

/** The middle of the samples. */
export const median = (samples: readonly number[]): number => quantile(samples, 0.5)
