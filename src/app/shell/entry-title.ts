// The console's own title of a menu entry: what this host calls it, else its route's or its directory's.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { NavigationEntry } from '../../contract/endpoints/session.ts'
import { type HostMenus, renamedHere } from '../gate.ts'
import { directoryTitles } from './directory-titles.ts'
import { titlesByName } from './titles-by-name.ts'

/** By the English name that a host gives. */
const hostTitles: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['Quality-control platform', msg({ context: 'page', message: 'Quality-control platform' })],
])

export function entryTitle(entry: NavigationEntry, host: HostMenus): MessageDescriptor | undefined {
  const renamed = renamedHere(entry, host)
  if (renamed) return hostTitles.get(renamed.en)
  return entry.value ? titlesByName.get(entry.value) : directoryTitles.get(entry.enName ?? '')
}
