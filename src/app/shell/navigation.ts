// The server's navigation list as the menu shows it: titles in the person's language, what is not built muted.
import type { NavigationEntry } from '../../contract/endpoints/session.ts'
import { type IconName, iconNames } from '../../ui/icons.tsx'
import type { MenuEntry } from '../../ui/side-menu.tsx'
import { pathOf } from '../gate.ts'

export interface NavigationWords {
  language: string
  /** The console's own title of a route or a directory; undefined where it has none. */
  titleOf(entry: NavigationEntry): string | undefined
  /** Whether this version has the page. */
  isBuilt(path: string): boolean
  /** What waits on a page; undefined where nothing is counted. */
  badgeOf(path: string): number | undefined
}

export interface NavigationItem extends MenuEntry {
  /** Address behind the hash; undefined for a group. */
  path?: string
  children?: NavigationItem[]
  /** What else it is called: the server's name and its English one. */
  aliases?: readonly string[]
  /** Of the page itself; a menu shows icons on its first level only. */
  pageIcon?: IconName
}

/** cn shows the server's name, en its English name, every other language the console's own words. */
export function titleOfEntry(entry: NavigationEntry, words: NavigationWords): string {
  if (words.language === 'cn') return entry.name
  const english = entry.enName || entry.name
  return words.language === 'en' ? english : (words.titleOf(entry) ?? english)
}

/** Menu entries in the server's order. A page that this version does not have is not offered. */
export function navigationOf(
  menu: readonly NavigationEntry[],
  words: NavigationWords,
  depth = 0,
  groupIcon?: IconName,
): NavigationItem[] {
  const items: NavigationItem[] = []
  for (const entry of menu) {
    if (entry.type === 'button') continue
    const icon = iconNames.find(known => known === entry.icon) ?? groupIcon ?? 'list'
    const children = navigationOf(entry.list, words, depth + 1, icon)
    const path = pathOf(entry)
    if (!path && children.length === 0) continue
    if (children.length === 0 && !words.isBuilt(path ?? '')) continue
    items.push({
      key: String(entry.id),
      title: titleOfEntry(entry, words),
      ...(depth === 0 && { icon }),
      pageIcon: icon,
      aliases: [entry.name, entry.enName].flatMap(name => (name ? [name] : [])),
      ...(children.length > 0
        ? { children }
        : path && { path, href: `#${path}`, badge: words.badgeOf(path) }),
    })
  }
  return items
}

/** All pages of a menu in reading order, each with the groups it is in. */
export function pagesOf(
  items: readonly NavigationItem[],
  groups: readonly string[] = [],
): { item: NavigationItem; groups: readonly string[] }[] {
  return items.flatMap(item =>
    item.children ? pagesOf(item.children, [...groups, item.title]) : [{ item, groups }],
  )
}

/** The entry whose page is open: the one that says most of its address, where several lead to the same page. */
export function activeItem(
  items: readonly NavigationItem[],
  pathname: string,
  search: Readonly<Record<string, unknown>> = {},
): NavigationItem | undefined {
  const open = pagesOf(items).flatMap(({ item }) => {
    const [path, query = ''] = item.path?.split('?') ?? []
    return path === pathname ? [{ item, said: [...new URLSearchParams(query)] }] : []
  })
  const fits = open.filter(({ said }) => said.every(([name, value]) => String(search[name]) === value))
  const [best] = fits.toSorted((a, b) => b.said.length - a.said.length)
  return (best ?? open[0])?.item
}

/** The first pages of a phone's tabs: each top-level entry by the first page behind it. */
export function tabsOf(items: readonly NavigationItem[], count: number): NavigationItem[] {
  return items.slice(0, count).flatMap(item => {
    const first = pagesOf([item])[0]?.item
    return first?.href ? [{ ...item, href: first.href, ...(first.path && { path: first.path }) }] : []
  })
}
