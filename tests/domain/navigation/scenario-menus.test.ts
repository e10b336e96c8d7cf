// Which menus stand aside once a tenant has said what it is.
import { expect, test } from 'vitest'
import { directories } from '../../../src/domain/navigation/directories.ts'
import {
  directoriesOf,
  type OwnScenario,
  ownScenarios,
  standsAside,
} from '../../../src/domain/navigation/scenario-menus.ts'

const directory = (enName: string) => ({ type: 'directory' as const, enName, value: null })
const menu = (value: string) => ({ type: 'menu' as const, enName: null, value })
const shown = (chosen: readonly OwnScenario[] | null) =>
  directories.filter(name => !standsAside(directory(name), chosen))

test('nobody has said anything: nothing stands aside', () => {
  expect(shown(null)).toEqual(directories)
  expect(standsAside(menu('index1'), null)).toBe(false)
})

test('a fire tenant keeps what watches and loses what is of building sites, homes and shops', () => {
  const left = shown(['fire'])
  expect(left).toEqual(expect.arrayContaining(['Alarms', 'Devices', 'Map', 'Administration', 'Video']))
  for (const name of ['Construction site', 'Community', 'Mall', 'Advertising', 'Supervision'])
    expect(left).not.toContain(name)
})

test('two scenarios have what either has', () => {
  const both = new Set(shown(['site', 'supervision']))
  for (const one of ['site', 'supervision'] as const)
    for (const name of shown([one])) expect(both).toContain(name)
})

test.each(ownScenarios)('%s brings the directories that it says', scenario => {
  const left = shown([scenario])
  for (const name of directoriesOf(scenario)) expect(left).toContain(name)
  expect(standsAside(menu('index6'), [scenario])).toBe(false)
})

test('each scenario has its own dashboard, and rights never stand aside', () => {
  expect(ownScenarios.filter(one => !standsAside(menu('index1'), [one]))).toEqual(['fire'])
  expect(standsAside({ type: 'button', enName: 'Mall', value: null }, ['fire'])).toBe(false)
})
