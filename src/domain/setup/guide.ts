// The guide of the first hour: how each step stands follows from what is there, never from a tick.
import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'

export const setupStep = z.enum([
  'organisation',
  'people',
  'device',
  'place',
  'fence',
  'rule',
  'sound',
  'push',
  'alarm',
  'secure',
  'backup',
])
export type SetupStep = z.output<typeof setupStep>

/** Without these nobody is helped; the others make it better. */
export const essentialSteps: readonly SetupStep[] = ['organisation', 'people', 'device', 'alarm']

/** Only whoever runs the installation can see to these. */
const OF_THE_INSTALLATION: readonly SetupStep[] = ['backup']

/** A backup that is older helps little. */
export const BACKUP_IS_OLD_MS = 2 * DAY_MS

/** What the server counts. */
export interface SetupFacts {
  /** Null: nobody has said what the organisation is. */
  scenarios: readonly string[] | null
  /** People who may log in. */
  people: number
  /** Invitations that are still open. */
  invited: number
  devices: number
  /** The device that was heard last. */
  heard: { at: number } | null
  /** Devices that have a place on the map or on a drawing. */
  placed: number
  fences: number
  rules: number
  /** The last test alarm. */
  trial: { acknowledgedAt: number | null } | null
  /** When the person said that they heard the sound. */
  soundHeardAt: number | null
  /** The person's browsers that are told while the console is closed, and when one last showed something. */
  push: { browsers: number; provenAt: number | null }
  /** Null for whoever does not run the installation. */
  backup: { at: number | null } | null
  skipped: readonly SetupStep[]
}

/** What only the browser knows of itself. */
export interface Here {
  /** Served over https, or on this very machine. */
  secure: boolean
  /** Push messages reach this browser; undefined while it is not known. */
  pushOn: boolean | undefined
  now: number
}

export type StepState = 'done' | 'left' | 'skipped'

export interface GuideStep {
  step: SetupStep
  state: StepState
  essential: boolean
}

/** Whether what there is proves a step. */
function isProved(step: SetupStep, facts: SetupFacts, here: Here | undefined): boolean {
  switch (step) {
    case 'organisation':
      return facts.scenarios !== null
    case 'people':
      return facts.people > 1
    case 'device':
      return facts.heard !== null
    case 'place':
      return facts.placed > 0
    case 'fence':
      return facts.fences > 0
    case 'rule':
      return facts.rules > 0
    case 'sound':
      return facts.soundHeardAt !== null
    case 'push':
      // A subscription alone proves nothing: something has to have been shown.
      return facts.push.provenAt !== null && here?.pushOn === true
    case 'alarm':
      return facts.trial !== null && facts.trial.acknowledgedAt !== null
    case 'secure':
      return here?.secure === true
    case 'backup':
      return (
        facts.backup !== null &&
        facts.backup.at !== null &&
        (here?.now ?? Number.POSITIVE_INFINITY) - facts.backup.at <= BACKUP_IS_OLD_MS
      )
  }
}

/** All steps that concern the person, in their order. What is proved is done, also where it was left out before. */
export function guideOf(facts: SetupFacts, here?: Here): GuideStep[] {
  return setupStep.options
    .filter(step => facts.backup !== null || !OF_THE_INSTALLATION.includes(step))
    .map(step => ({
      step,
      essential: essentialSteps.includes(step),
      state: isProved(step, facts, here) ? 'done' : facts.skipped.includes(step) ? 'skipped' : 'left',
    }))
}

/** True while something is left without which nobody is helped. Asks nothing of a browser. */
export const essentialIsLeft = (facts: SetupFacts): boolean =>
  guideOf(facts).some(({ essential, state }) => essential && state === 'left')

/** The step to do now: the first essential one that is left, else the first that is. */
export const nextStep = (guide: readonly GuideStep[]): SetupStep | undefined => {
  const left = guide.filter(({ state }) => state === 'left')
  return (left.find(({ essential }) => essential) ?? left[0])?.step
}
