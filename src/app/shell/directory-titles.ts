// The console's own words for the directories that the server seeds, by their English name.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const directoryTitles: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['Alarms', msg`Alarms`],
  ['Devices', msg`Devices`],
  ['Readings', msg`Readings`],
  ['Commands', msg`Commands`],
  ['Administration', msg`Administration`],
  ['Reports', msg`Reports`],
  ['Dashboards', msg`Dashboards`],
  ['Map', msg`Map`],
  ['Doors & calls', msg`Doors & calls`],
  ['Video', msg`Video`],
  ['People', msg`People`],
  ['Supervision', msg`Supervision`],
  ['Community', msg`Community`],
  ['Construction site', msg`Construction site`],
  ['Indoor positioning', msg`Indoor positioning`],
  ['Announcements', msg`Announcements`],
  ['Cards & bills', msg`Cards & bills`],
  ['Advertising', msg`Advertising`],
  ['Mall', msg`Mall`],
  ['More', msg`More`],
])
