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
  if (to === from) return dataTakesView(found)
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

/** The first way round from a file to itself, over imports that exist while the program runs. */
export function circles(imports: Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to, own, typeOnly, lazy } of imports) {
    if (own && !typeOnly && !lazy) next.set(from, [...(next.get(from) ?? []), to])
  }
  const done = new Set<string>()
  const found: string[][] = []
  const walk = (file: string, way: string[]) => {
    const seen = way.indexOf(file)
    if (seen >= 0) {
      found.push([...way.slice(seen), file])
      return
    }
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) walk(to, [...way, file])
    done.add(file)
  }
  for (const file of next.keys()) walk(file, [])
  return found
}
