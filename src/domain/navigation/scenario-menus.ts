// Which menus are for which scenario: whom a tenant's roles get them for, and what stands aside once a tenant has said what it is.
import type { Scenario } from '../access/session-words.ts'
import type { DirectoryName } from './directories.ts'
import type { RoutePath } from './pages.ts'
import { routeName } from './routes.ts'

/** Scenarios that a tenant may say it has; the platform's own tenant is none of these besides. */
export const ownScenarios = [
  'site',
  'fire',
  'community',
  'campus',
  'supervision',
] as const satisfies readonly Scenario[]
export type OwnScenario = (typeof ownScenarios)[number]

/** Whose administrator is given them; a directory that is not named is for all. */
export const directoryScenarios: Partial<Record<DirectoryName, readonly OwnScenario[]>> = {
  Supervision: ['supervision', 'community'],
  Community: ['community'],
  'Construction site': ['site'],
  'Indoor positioning': ['site', 'campus'],
  Advertising: ['community'],
  Mall: ['community'],
}

/** Given to all, and aside where a tenant has said what it is and it is none of these. */
const wishedFor: Partial<Record<DirectoryName, readonly OwnScenario[]>> = {
  'Doors & calls': ['community', 'campus', 'site'],
  Announcements: ['community', 'campus', 'site'],
  'Cards & bills': ['community', 'site', 'supervision'],
}

/** The same of single pages. */
const pageScenarios: Partial<Record<RoutePath, readonly OwnScenario[]>> = {
  '/index1': ['fire'],
  '/index2': ['community'],
  '/index3': ['campus'],
  '/index4': ['site'],
  '/index5': ['supervision'],
}

const byDirectory = new Map<string, readonly OwnScenario[]>(
  Object.entries({ ...directoryScenarios, ...wishedFor }),
)
const byRoute = new Map<string, readonly OwnScenario[]>(
  Object.entries(pageScenarios).map(([path, scenarios]) => [routeName(path), scenarios]),
)

interface Entry {
  type: 'directory' | 'menu' | 'button'
  enName: string | null
  value: string | null
}

/** True for an entry that a tenant of these scenarios has no use for. Null: the tenant has not said what it is. */
export function standsAside({ type, enName, value }: Entry, chosen: readonly OwnScenario[] | null): boolean {
  if (chosen === null || type === 'button') return false
  const needed = type === 'directory' ? byDirectory.get(enName ?? '') : byRoute.get(value ?? '')
  return needed !== undefined && !needed.some(scenario => chosen.includes(scenario))
}

/** What a scenario brings that not every tenant has, by the directories' English names, in the order of the menu. */
export const directoriesOf = (scenario: OwnScenario): string[] =>
  [...byDirectory].flatMap(([name, needed]) => (needed.includes(scenario) ? [name] : []))
