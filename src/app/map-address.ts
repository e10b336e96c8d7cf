// The map layout's old addresses: /map opens the fleet map, /map/x is /x.
import { type ParsedLocation, redirect } from '@tanstack/react-router'

/** Leads on to where a child of /map lives. */
export function leaveMapAddress({
  pathname,
  searchStr,
}: Pick<ParsedLocation, 'pathname' | 'searchStr'>): never {
  const child = pathname.slice('/map'.length).replace(/^\/+/, '')
  throw redirect({ href: `/${child || 'locations'}${searchStr}`, replace: true })
}
