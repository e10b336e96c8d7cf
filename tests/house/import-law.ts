// Which room may take from which. The rooms are the folders themselves, so a new feature is bound without being listed.
import type { Import } from './source-files.ts'

/** The first folders of a path, as far as the law tells them apart: `src/features/fences`, `src/domain`, `server`. */
export function roomOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('/')
  if (first !== 'src') return first
  if (second === 'features') return `src/features/${third}`
  return second.includes('.') ? 'src/main' : `src/${second}`
}

const REACT = /^(react|react-dom|@mantine\/.*|@tanstack\/react-.*|@lingui\/react)$/

/** The packages and own rooms a room is limited to; a room that is not named takes what the rules below leave. */
const ONLY: Record<string, { rooms: string[]; packages: RegExp | undefined }> = {
  'src/domain': { rooms: ['src/domain'], packages: /^zod$/ },
  'src/contract': { rooms: ['src/contract', 'src/domain'], packages: /^zod$/ },
  'src/ui': { rooms: ['src/ui'], packages: undefined },
  'src/platform': { rooms: ['src/platform', 'src/contract', 'src/domain'], packages: undefined },
  'src/resource': {
    rooms: ['src/resource', 'src/ui', 'src/platform', 'src/contract', 'src/domain'],
    packages: undefined,
  },
  // A page of its own: what it takes from the console is what every page could take.
  'src/door-unit': {
    rooms: ['src/door-unit', 'src/ui', 'src/platform', 'src/contract', 'src/domain', 'locales'],
    packages: undefined,
  },
  // Another one, with what a page of its own begins with from the door unit's.
  'src/resident': {
    rooms: ['src/resident', 'src/door-unit', 'src/ui', 'src/platform', 'src/contract', 'src/domain'],
    packages: undefined,
  },
  // One file that anybody may read: the rules of evidence and their calculations, nothing else.
  // Its messages are macros and types, which the build takes away.
  'src/case-verifier': {
    rooms: ['src/case-verifier', 'src/domain'],
    packages: /^@noble\/|^@lingui\/core(\/macro)?$/,
  },
  server: { rooms: ['server', 'src/domain', 'src/contract'], packages: undefined },
  sw: { rooms: ['sw', 'src/contract'], packages: undefined },
}

/** What is wrong with an import, in words; nothing when it is lawful. */
export function breach(found: Import): string | undefined {
  const from = roomOf(found.from)
  const limits = ONLY[from]
  if (!found.own) {
    if (limits?.packages && !limits.packages.test(found.to)) return `${from} takes no package but zod`
    if (from === 'src/platform' && REACT.test(found.to)) return 'platform knows no React'
    return undefined
  }
  const to = roomOf(found.to)
  if (to === from) return to === 'server' ? breachOfLayers(found) : dataTakesView(found)
  // Routes hang the layouts and the gate of app/ into the tree; app/ itself meets them only in the generated tree.
  const composes = from === 'src/main' || (from === 'src/routes' && to === 'src/app')
  if ((to === 'src/routes' || to === 'src/app') && !composes) return `nobody imports ${to}`
  if (from.startsWith('src/') && (to === 'server' || to === 'tests' || to === 'scripts'))
    return `src never imports ${to}`
  if (from.startsWith('src/features/') && to.startsWith('src/features/'))
    return 'a feature never imports another'
  if (limits && !limits.rooms.includes(to)) return `${from} knows no ${to}`
  return dataTakesView(found)
}

// A view is lazy: an entity, a loader or a driver that takes one pulls it into the entry.
function dataTakesView({ from, to, typeOnly, lazy }: Import): string | undefined {
  const view = /\.view\.tsx$/
  if (!view.test(to) || typeOnly || lazy || view.test(from) || from.endsWith('.tsx')) return undefined
  return 'an entity or a loader never imports a view'
}

/** Files and folders of the server that put it together: they take from everybody, and nobody of the others from them. */
const COMPOSITION =
  /^server\/((app|bill-handlers|config|housekeeping|live|main|messaging|mount-all|parts|stores)\.ts$|(commands|demo|seed|simulator)\/)/

/**
 * The layers of the server, lowest first: the kernel is everything that is not named, so that a new folder begins with
 * the strictest law.
 */
function layerOf(path: string): 'kernel' | 'module' | 'composition' {
  if (COMPOSITION.test(path)) return 'composition'
  return path.startsWith('server/modules/') ? 'module' : 'kernel'
}

/** What other modules may take of one: the rest is its own. */
export const PUBLIC = /^server\/modules\/[^/]+\/public\.ts$/

/** A room of the server: a module, a folder, or a file that stands beside them. */
export function serverRoomOf(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return first === 'modules' ? second : first
}

function breachOfLayers({ from, to }: Import): string | undefined {
  const layer = layerOf(to)
  if (layer === 'kernel' || layerOf(from) === 'composition') return undefined
  if (layerOf(from) === 'kernel') return `the kernel knows no ${layer}`
  if (layer === 'composition') return 'a module does not know how the server is put together'
  if (serverRoomOf(from) === serverRoomOf(to) || PUBLIC.test(to)) return undefined
  return `modules meet ${serverRoomOf(to)} through its public.ts`
}

/** What runs while the program runs: types are gone by then, and what is lazy waits until everything is there. */
const runs = ({ typeOnly, lazy }: Import) => !typeOnly && !lazy

/** The first way round from a file to itself, over imports that exist while the program runs, or over those that count. */
export function circles(imports: Import[], counts: (found: Import) => boolean = runs): string[][] {
  return waysRound(imports.filter(found => found.own && counts(found)))
}

/** The same for rooms of the server, types counted: two that take from each other are one room. */
export function circlesOfRooms(imports: Import[]): string[][] {
  const between = imports
    .filter(({ from, to, own }) => own && from.startsWith('server/') && to.startsWith('server/'))
    .map(({ from, to }) => ({ from: serverRoomOf(from), to: serverRoomOf(to) }))
  return waysRound(between.filter(({ from, to }) => from !== to))
}

function waysRound(arrows: readonly Pick<Import, 'from' | 'to'>[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  const done = new Set<string>()
  const found: string[][] = []
  const walk = (place: string, way: string[]) => {
    const seen = way.indexOf(place)
    if (seen >= 0) {
      found.push([...way.slice(seen), place])
      return
    }
    if (done.has(place)) return
    for (const to of next.get(place) ?? []) walk(to, [...way, place])
    done.add(place)
  }
  for (const place of next.keys()) walk(place, [])
  return found
}
