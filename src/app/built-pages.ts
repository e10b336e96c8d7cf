// Which pages this version has: a route says of itself that it is missing.
import type { AnyRouter } from '@tanstack/react-router'
import { routeName } from '../domain/navigation/routes.ts'

export interface BuiltPages {
  /** Whether there is a page behind an address. */
  isBuilt(path: string): boolean
}

export function builtPages(routesById: AnyRouter['routesById']): BuiltPages {
  const names = new Set<string>()
  for (const { fullPath, options } of Object.values<AnyRouter['routesById'][string]>(routesById))
    if (options.staticData?.built !== false) names.add(routeName(fullPath))
  return { isBuilt: path => names.has(routeName(path.split('?')[0] ?? '')) }
}
