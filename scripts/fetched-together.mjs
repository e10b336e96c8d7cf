// Parts the code by when it is wanted: what one step of the way to work needs comes as one file, not as a hundred, and so
// does what pages of the same families share.

/**
 * The way to work, each step with the modules that it begins with: it holds all they import at once, and nothing that an
 * earlier step has.
 * @type {Record<string, RegExp[]>}
 */
const STEPS = {
  start: [/\/src\/main\.tsx$/],
  login: [/\/src\/routes\/login\.tsx\?/],
  // What the login screen may have to say before anything else has come.
  toasts: [/\/src\/app\/(toasts|unsent-notes)\.tsx$/, /\/src\/resource\/later-error-words\.ts$/],
  // With what a list asks its first rows by: they are on their way before the list's own code has come.
  frame: [/\/src\/routes\/(_console|_map)\.tsx\?/, /\/src\/resource\/search\.ts$/],
}

/**
 * Families of pages by what many of them have in common. A module that several families need is in a file of just those,
 * so that no page fetches what it has no use for.
 * @type {Record<string, RegExp[]>}
 */
const FAMILIES = {
  lists: [
    /\/src\/resource\/list-page\.tsx$/,
    /\/src\/routes\/_console\/AlarmHistory\.tsx\?/,
    /\/src\/domain\/alarm\/alarm\.ts$/,
    /\/src\/features\/alarms\/alarm-query\.ts$/,
  ],
  fleet: [/\/src\/routes\/_map\/(locations|index4map)\.tsx\?/],
  device: [/\/src\/routes\/_map\/DeviceDtail\.tsx\?/],
}

/** Style sheets are small and many, and each would be a way to the server: behind the login all come as one. */
const SHEET = /\.module\.css$/
const BEFORE_SESSION = new Set(['start', 'login'])

/** What is shared apart from these is parted by rooms, which take from each other one way only. */
const ROOM = /\/src\/((?:features|platform|ui)\/[^/.]+(?=\/)|[a-z]+(?=\/))/

/**
 * Applications of their own: what they share with the console must not bring the console along, nor what one needs the other.
 * @type {Record<string, RegExp[]>}
 */
const APART = { door: [/\/src\/door-unit\/main\.tsx$/], resident: [/\/src\/resident\/main\.tsx$/] }

/**
 * @typedef {{
 *   importedIds: readonly string[], dynamicallyImportedIds: readonly string[], dynamicImporters: readonly string[]
 * }} Module
 */
/** @typedef {(id: string) => Module | null | undefined} Look */

/**
 * Facts are asked for by many routes when they open, and most are in the frame already; so are the registry of entities and
 * how a page asks the server for its rows and its map.
 */
const FACTS =
  /\/src\/(domain\/|app\/entity-registry\.ts$|resource\/(query|search|map\/(kept-map|map-settings))\.ts$|features\/[\w/]+-query\.ts$)/
/** It names every view for whoever may want one: that alone does not part a view from the page it belongs to. */
const REGISTRY = /\/src\/app\/entity-registry\.ts$/

const LIBRARY_ENTRY = /\/node_modules\/@mantine\/[\w-]+\/esm\/index\.mjs$/

/**
 * All that comes with some modules at once, themselves among it.
 * @param {readonly string[]} roots
 * @param {Look} look
 */
function reach(roots, look) {
  /** @type {Set<string>} */
  const seen = new Set()
  const left = [...roots]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    // A library's entry names all its parts, whichever of them are wanted.
    if (!LIBRARY_ENTRY.test(id)) left.push(...(look(id)?.importedIds ?? []))
  }
  return seen
}

/**
 * The file of each module by its name; what has none is parted by itself. What is imported when it is wanted keeps a file of
 * its own, but for facts: the build tells by it what belongs to the shell.
 * @param {readonly string[]} ids
 * @param {Look} look
 * @param {{ steps: Record<string, RegExp[]>, families: Record<string, RegExp[]>, apart: Record<string, RegExp[]> }} [plan]
 * @returns {Map<string, string>}
 */
export function filesOf(ids, look, plan = { steps: STEPS, families: FAMILIES, apart: APART }) {
  /** @param {RegExp[]} roots */
  const reachabilityOf = roots =>
    reach(
      ids.filter(id => roots.some(root => root.test(id))),
      look,
    )
  const apart = Object.entries(plan.apart).map(([name, roots]) => ({ name, reached: reachabilityOf(roots) }))
  /** What the name of a module's file ends with, by which of them need it. @param {string} id */
  const endOf = id => {
    const needing = apart.filter(({ reached }) => reached.has(id)).map(({ name }) => name)
    if (needing.length === 0) return ''
    return needing.length === apart.length ? '-common' : `-${needing.join('-')}-common`
  }
  const families = Object.entries(plan.families).map(([name, roots]) => ({
    name,
    reached: reachabilityOf(roots),
  }))
  const shared = sharedIds(ids, look)
  /** @param {string} id */
  const isWanted = id => look(id)?.dynamicImporters.some(importer => !REGISTRY.test(importer)) ?? true
  /** @param {string} id @param {string} name */
  const put = (id, name) => {
    if (!found.has(id) && (!isWanted(id) || FACTS.test(id))) found.set(id, `${name}${endOf(id)}`)
  }
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const [name, roots] of Object.entries(plan.steps))
    for (const id of reachabilityOf(roots))
      put(id, SHEET.test(id) && !BEFORE_SESSION.has(name) ? 'sheets' : name)
  for (const id of ids) if (SHEET.test(id) && (shared.has(id) || endOf(id) === '')) put(id, 'sheets')
  for (const id of ids) {
    const needing = families.filter(({ reached }) => reached.has(id)).map(({ name }) => name)
    const room = ROOM.exec(id)?.[1]?.replaceAll('/', '-')
    if (needing.length > 0) put(id, needing.join('-'))
    else if (room !== undefined && shared.has(id)) put(id, room)
  }
  return found
}

/**
 * What more than one thing brings along that the browser fetches by itself: a page, or a part that is wanted later.
 * @param {readonly string[]} ids
 * @param {Look} look
 */
function sharedIds(ids, look) {
  const entries = new Set(ids.flatMap(id => look(id)?.dynamicallyImportedIds ?? []))
  /** @type {Set<string>} */
  const once = new Set()
  /** @type {Set<string>} */
  const shared = new Set()
  for (const entry of entries) for (const id of reach([entry], look)) (once.has(id) ? shared : once).add(id)
  return shared
}

/** A plugin that learns which modules there are, and the groups that the build makes of them. */
export function fetchedTogether() {
  /** @type {Map<string, string>} */
  let found = new Map()
  return {
    /** @type {import('vite').Plugin} */
    plugin: {
      name: 'gatehouse-fetched-together',
      apply: 'build',
      buildEnd() {
        found = filesOf([...this.getModuleIds()], id => this.getModuleInfo(id))
      },
    },
    group: {
      name: (/** @type {string} */ id) => found.get(id) ?? null,
      // A file has all that its modules import already, itself or in another one.
      includeDependenciesRecursively: false,
    },
  }
}
