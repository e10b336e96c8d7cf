// What the host rule's menu numbers mean (real-time specification, section 6): numbers of a menu that is not this one.

/** How an entry of this menu is known, whatever its row's number and wherever it was moved. */
interface Known {
  type: 'directory' | 'menu'
  /** A directory's English name, a page's route name. */
  key: string
}

/** By the specification's number. 177 is the site's entry among the dashboards, which are the home menu. */
export const numberedMenus: ReadonlyMap<number, Known> = new Map<number, Known>([
  [31, { type: 'directory', key: 'Mall' }],
  [190, { type: 'directory', key: 'Advertising' }],
  [177, { type: 'menu', key: 'index4' }],
])

/** What the host calls an entry that it renames. */
export const hostNames: ReadonlyMap<number, { zh: string; en: string }> = new Map([
  [177, { zh: '质控平台', en: 'Quality-control platform' }],
])

/** The menu numbers of the rule: those left out, and those that have another name. */
export const hostRule = { hidden: [31, 190], renamed: [177] } as const

/** The specification's number of an entry; undefined for one that the rule does not know. */
export function menuNumberOf(entry: {
  type: string
  value: string | null
  enName: string | null
}): number | undefined {
  for (const [number, { type, key }] of numberedMenus)
    if (entry.type === type && (type === 'menu' ? entry.value : entry.enName) === key) return number
  return undefined
}
