// How large points are drawn.

/** So many one by one would be a single blot, and cost a drawing in software its frames. */
const CROWD = 20_000

/** Pixels across: smaller far away; where all are shown one by one they must leave something of the ground. */
export function sizeAt(zoom: number, cluster: boolean, count: number): number {
  const crowded = !cluster && count > CROWD
  const size = crowded ? 4 + (zoom - 6) * 1.5 : 12 + (zoom - 7) * 1.25
  return Math.max(cluster ? 12 : crowded ? 4 : 7, Math.min(22, size))
}
