// Each step of the guide is done by what is there, and by nothing else.
import { expect, test } from 'vitest'
import {
  BACKUP_IS_OLD_MS,
  essentialIsLeft,
  essentialSteps,
  guideOf,
  type Here,
  nextStep,
  type SetupFacts,
  type SetupStep,
  setupStep,
} from '../../../src/domain/setup/guide.ts'

const NOW = 1_800_000_000_000
const nothing: SetupFacts = {
  scenarios: null,
  people: 1,
  invited: 0,
  devices: 0,
  heard: null,
  placed: 0,
  fences: 0,
  rules: 0,
  trial: null,
  soundHeardAt: null,
  push: { browsers: 0, provenAt: null },
  backup: { at: null },
  skipped: [],
}
const here: Here = { secure: false, pushOn: undefined, now: NOW }
const stateOf = (step: SetupStep, facts: Partial<SetupFacts>, at: Partial<Here> = {}) =>
  guideOf({ ...nothing, ...facts }, { ...here, ...at }).find(each => each.step === step)?.state

test('of nothing everything is left, and the first essential thing comes first', () => {
  const guide = guideOf(nothing, here)
  expect(guide.map(({ step }) => step)).toEqual(setupStep.options)
  expect(guide.every(({ state }) => state === 'left')).toBe(true)
  expect(nextStep(guide)).toBe('organisation')
  expect(essentialIsLeft(nothing)).toBe(true)
})

test.each<[SetupStep, Partial<SetupFacts>, Partial<SetupFacts>]>([
  ['organisation', { scenarios: [] }, { scenarios: null }],
  ['people', { people: 2 }, { people: 1, invited: 3 }],
  ['device', { heard: { at: NOW }, devices: 1 }, { devices: 1 }],
  ['place', { placed: 1 }, { devices: 1 }],
  ['fence', { fences: 1 }, { fences: 0 }],
  ['rule', { rules: 1 }, { rules: 0 }],
  ['sound', { soundHeardAt: NOW }, { soundHeardAt: null }],
  ['alarm', { trial: { acknowledgedAt: NOW } }, { trial: { acknowledgedAt: null } }],
])('%s is done by what proves it and not by less', (step, proof, less) => {
  expect(stateOf(step, proof)).toBe('done')
  expect(stateOf(step, less)).toBe('left')
})

test('push is proved by something that was shown, and on this browser', () => {
  const proven = { push: { browsers: 1, provenAt: NOW } }
  expect(stateOf('push', { push: { browsers: 1, provenAt: null } }, { pushOn: true })).toBe('left')
  expect(stateOf('push', proven, { pushOn: false })).toBe('left')
  expect(stateOf('push', proven, { pushOn: undefined })).toBe('left')
  expect(stateOf('push', proven, { pushOn: true })).toBe('done')
})

test('a secure address is measured in the browser', () => {
  expect(stateOf('secure', {}, { secure: true })).toBe('done')
  expect(stateOf('secure', {}, { secure: false })).toBe('left')
})

test('a backup is done while it is young, and is nobody’s step who does not run the installation', () => {
  expect(stateOf('backup', { backup: { at: NOW - BACKUP_IS_OLD_MS } })).toBe('done')
  expect(stateOf('backup', { backup: { at: NOW - BACKUP_IS_OLD_MS - 1 } })).toBe('left')
  expect(stateOf('backup', { backup: { at: null } })).toBe('left')
  expect(stateOf('backup', { backup: null })).toBeUndefined()
})

test('what is left out is not left, and what is proved is done all the same', () => {
  const skipped = [...essentialSteps]
  expect(stateOf('people', { skipped })).toBe('skipped')
  expect(stateOf('people', { skipped, people: 2 })).toBe('done')
  expect(essentialIsLeft({ ...nothing, skipped })).toBe(false)
  expect(nextStep(guideOf({ ...nothing, skipped }, here))).toBe('place')
  expect(nextStep(guideOf({ ...nothing, skipped: [...setupStep.options] }, here))).toBeUndefined()
})
