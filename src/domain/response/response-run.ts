// One alarm's card as it is worked off: a fold over what people said of its steps, the same in whatever order it arrives.
import * as z from 'zod/mini'
import { SECOND_MS } from '../durations.ts'
import { eventKey, id, moment, text } from '../fields.ts'
import { cardStep, stepKey, stepRole } from './response-card.ts'

const stepDoes = z.enum(['done', 'skipped', 'undone'])

/** What a phone says of a step. `event` is made where it is said: sent twice, it counts once. */
export const respondInput = z
  .object({
    event: eventKey,
    step: stepKey,
    does: stepDoes,
    reason: z.optional(text(300)),
  })
  .check(
    z.refine(({ does, reason }) => does !== 'skipped' || Boolean(reason?.trim()), {
      error: 'required',
      path: ['reason'],
    }),
  )
export type RespondInput = z.output<typeof respondInput>

/** A step of a run: without a text it is a shipped one, which the console says in the reader's language. */
export const runStep = z.object({
  key: stepKey,
  text: z.nullable(cardStep.shape.text),
  who: stepRole,
  within: cardStep.shape.within,
})
export type RunStep = z.output<typeof runStep>

export const runEvent = z.object({
  event: z.string(),
  step: z.string(),
  does: stepDoes,
  reason: z.nullable(z.string()),
  /** When the person said so, by their clock. */
  at: moment,
  userName: z.string(),
})
export type RunEvent = z.output<typeof runEvent>

/** The card of an alarm, with everything that was said of its steps. */
export const responseRun = z.object({
  alarmId: id,
  /** Number of the version that it goes by; null: the shipped card. */
  versionNumber: z.nullable(z.int()),
  steps: z.array(runStep),
  events: z.array(runEvent),
})
export type ResponseRun = z.output<typeof responseRun>

export type StepState =
  | { is: 'todo' }
  | { is: 'done'; at: number; by: string }
  | { is: 'skipped'; at: number; by: string; reason: string }

const OPEN: StepState = { is: 'todo' }

/** Earlier first; of the same moment, one order for everybody. */
const earlierFirst = (a: RunEvent, b: RunEvent) =>
  a.at - b.at || (a.event < b.event ? -1 : a.event > b.event ? 1 : 0)

/** Who did it first has done it. What was skipped may be done all the same, and what was done is not skipped afterwards. */
function stepAfter(state: StepState, { does, at, userName: by, reason }: RunEvent): StepState {
  if (does === 'undone') return OPEN
  if (does === 'done') return state.is === 'done' ? state : { is: 'done', at, by }
  return state.is === 'todo' ? { is: 'skipped', at, by, reason: reason ?? '' } : state
}

/** How each step stands, by its key. Events may come in any order, twice, and of steps that are not on the card. */
export function foldRun(
  steps: readonly Pick<RunStep, 'key'>[],
  events: readonly RunEvent[],
): ReadonlyMap<string, StepState> {
  const states = new Map<string, StepState>(steps.map(({ key }) => [key, OPEN]))
  const once = new Map(events.map(event => [event.event, event]))
  for (const event of [...once.values()].sort(earlierFirst)) {
    const state = states.get(event.step)
    if (state) states.set(event.step, stepAfter(state, event))
  }
  return states
}

/** The step to be done next: the first that nobody has done or skipped. */
export const nextStep = <Step extends Pick<RunStep, 'key'>>(
  steps: readonly Step[],
  states: ReadonlyMap<string, StepState>,
): Step | undefined => steps.find(({ key }) => states.get(key)?.is === 'todo')

/** When a step is due: counted from the alarm, never from the step before it. */
export const dueAt = ({ within }: Pick<RunStep, 'within'>, raisedAt: number): number =>
  raisedAt + within * SECOND_MS
