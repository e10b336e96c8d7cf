// Parts the code by when it is wanted: what one step of the way to work needs comes as one file, not as a hundred.

/**
 * Each step with the modules that it begins with: it holds all they import at once, and nothing that an earlier step has.
 * What has no name is parted by itself, and nothing of it may wait for a later step.
 * @type {{ name?: string, roots: RegExp[] }[]}
 */
const STEPS = [
  { roots: [/\/src\/main\.tsx$/, /\/src\/door-unit\/main\.tsx$/] },
  { name: 'login', roots: [/\/src\/routes\/login\.tsx\?/] },
  // What the login screen may have to say before anything else has come.
  {
    name: 'telling',
    roots: [/\/src\/app\/(tellings|unsent-notes)\.tsx$/, /\/src\/resource\/later-error-words\.ts$/],
  },
  { name: 'frame', roots: [/\/src\/routes\/_console\.tsx\?/] },
  { name: 'lists', roots: [/\/src\/resource\/list-page\.tsx$/] },
  {
    name: 'alarms',
    roots: [
      /\/src\/routes\/_console\/AlarmHistory\.tsx\?/,
      /\/src\/domain\/alarm\/alarm\.ts$/,
      /\/src\/features\/alarms\/alarm-query\.ts$/,
    ],
  },
]

/** @typedef {{ importedIds: readonly string[], dynamicImporters: readonly string[] }} Module */
/** @typedef {(id: string) => Module | null | undefined} Look */

/** Facts are asked for by many routes when they open, and most are in the frame already; so is the registry of entities. */
const FACTS = /\/src\/(domain\/|app\/entity-registry\.ts$)/
/** It names every view for whoever may want one: that alone does not part a view from the page it belongs to. */
const REGISTRY = /\/src\/app\/entity-registry\.ts$/

/**
 * The modules of each step by its name. What is imported when it is wanted keeps a file of its own, but for facts: the
 * build tells by it what belongs to the shell.
 * @param {readonly string[]} ids
 * @param {Look} look
 * @param {typeof STEPS} [steps]
 * @returns {Map<string, string>}
 */
export function stepsOf(ids, look, steps = STEPS) {
  const seen = new Set()
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const { name, roots } of steps) {
    const left = ids.filter(id => roots.some(root => root.test(id)))
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      const module = look(id)
      const wanted = module?.dynamicImporters.some(importer => !REGISTRY.test(importer)) ?? true
      if (name && (!wanted || FACTS.test(id))) found.set(id, name)
      left.push(...(module?.importedIds ?? []))
    }
  }
  return found
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
        found = stepsOf([...this.getModuleIds()], id => this.getModuleInfo(id))
      },
    },
    groups: STEPS.flatMap(({ name }) =>
      name === undefined
        ? []
        : // A step has all it imports already, itself or in an earlier one.
          [
            {
              name,
              test: (/** @type {string} */ id) => found.get(id) === name,
              includeDependenciesRecursively: false,
            },
          ],
    ),
  }
}
