// Which of the areas that are kept count for an archive, and which tiles they cover.
import { tilesIn } from './area-tiles.ts'
import type { KeptArea } from './kept-store.ts'

/** An archive's whole address: its name in the store, wherever the page stands. */
export const archiveAddress = (url: string): string => new URL(url, location.href).href

/** The area that was kept last: without network it is its archive that is drawn. */
export const newestKept = (areas: readonly KeptArea[], url: string): KeptArea | undefined =>
  areas.filter(area => area.url === url).sort((a, b) => b.at - a.at)[0]

/** A tile of so many zooms before still shows where the large roads are; one of more only hides the ground. */
const READABLE_ZOOMS = 3

/** Whether a tile is kept, or one above it that can stand in for it. Areas of an older archive count for nothing. */
export function isCovered(
  areas: readonly KeptArea[],
  url: string,
  { z, x, y }: { z: number; x: number; y: number },
): boolean {
  const mark = newestKept(areas, url)?.mark
  return areas.some(area => {
    if (area.url !== url || area.mark !== mark) return false
    const zoom = Math.max(0, Math.min(area.mostZoom, z - READABLE_ZOOMS))
    const [column, row] = [Math.floor(x / 2 ** (z - zoom)), Math.floor(y / 2 ** (z - zoom))]
    return tilesIn(area.bounds, zoom).has(column, row)
  })
}
