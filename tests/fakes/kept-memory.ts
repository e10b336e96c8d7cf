// What is kept of the operator's map, in memory: pieces can be looked at.
import type { KeptArea, KeptStore } from '../../src/platform/map/kept-store.ts'

export function memoryStore(): KeptStore & { pieces: Map<string, ArrayBuffer> } {
  const areas = new Map<string, KeptArea>()
  const pieces = new Map<string, ArrayBuffer>()
  let busy = 0
  const sweep = async () => {
    if (busy > 0) return
    const needed = new Set([...areas.values()].flatMap(area => area.pieces))
    for (const key of [...pieces.keys()]) if (!needed.has(key)) pieces.delete(key)
  }
  return {
    pieces,
    areas: async () => [...areas.values()],
    piece: async key => pieces.get(key),
    known: async keys => new Set(keys.filter(key => pieces.has(key))),
    putPieces: async more => {
      for (const [key, bytes] of more) pieces.set(key, bytes)
    },
    putArea: async area => void areas.set(area.id, area),
    removeArea: async id => {
      areas.delete(id)
      await sweep()
    },
    keeping: async work => {
      busy++
      try {
        return await work()
      } finally {
        busy--
      }
    },
    sweep,
    close: () => {},
  }
}
