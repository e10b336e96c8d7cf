// The machine of the silent line: rows of given, when, then, and what holds whatever happens.
import { describe, expect, it } from 'vitest'
import {
  closedLine,
  DOUBT_MS,
  GIVE_UP_MS,
  QUIET_MS,
  SILENT_MS,
  type Silence,
  type SilenceEvent,
  stepSilence,
} from '../../../src/domain/link/silence.ts'

const run = (events: readonly SilenceEvent[]) =>
  events.reduce<{ state: Silence; done: string[] }>(
    ({ state, done }, event) => {
      const [next, effects] = stepSilence(state, event)
      return { state: next, done: [...done, ...effects.map(effect => effect.do)] }
    },
    { state: closedLine, done: [] },
  )

const quiet: SilenceEvent = { is: 'waited', quietFor: QUIET_MS }

describe('silence', () => {
  it('says it 8 s after the last word, and doubts before', () => {
    expect(QUIET_MS + SILENT_MS).toBeLessThanOrEqual(8_000)
    expect(DOUBT_MS).toBeLessThan(SILENT_MS)
    expect(SILENT_MS).toBeLessThan(GIVE_UP_MS)
  })

  it('asks, doubts, tells and gives up, in this order', () => {
    const { state, done } = run([{ is: 'opened' }, quiet, quiet, quiet, quiet])
    expect(done.filter(each => each !== 'wait')).toEqual(['ask', 'doubt', 'report', 'giveUp'])
    expect(state.is).toBe('closed')
  })

  it('asks no line that spoke meanwhile', () => {
    const { done } = run([{ is: 'opened' }, { is: 'heard' }, { is: 'waited', quietFor: 1000 }])
    expect(done).toEqual(['wait', 'wait'])
  })

  it('never asks a closed line or for nobody, and a word always makes it carry', () => {
    const events: SilenceEvent[] = [
      { is: 'opened' },
      { is: 'closed' },
      { is: 'heard' },
      { is: 'hidden' },
      { is: 'shown' },
      quiet,
      quiet,
      quiet,
      { is: 'waited', quietFor: 1 },
    ]
    let seed = 20_261
    let state = closedLine
    const reached = new Set<Silence['is']>()
    for (let at = 0; at < 20_000; at += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      const event = events[Math.floor(seed / 2 ** 16) % events.length] ?? quiet
      const [next, effects] = stepSilence(state, event)
      const asks = effects.some(effect => effect.do === 'ask' || effect.do === 'doubt')
      if (state.is === 'closed') expect(asks).toBe(false)
      if (next.hidden) expect(['asleep', 'closed']).toContain(next.is)
      if (next.is === 'asleep') expect(asks).toBe(false)
      if (event.is === 'heard' && state.is !== 'closed') expect(next.reported).toBe('carries')
      if (next.is === 'silent') expect(next.reported).toBe('silent')
      reached.add(next.is)
      state = next
    }
    expect(reached.size).toBe(6)
  })
})
