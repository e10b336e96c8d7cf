// The runner of machines: states told, orders done in turn, timers by key, and silence for what comes too late.
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { type Performers, type Runner, runMachine } from '../../src/platform/machine-runner.ts'
import { timeouts } from '../../src/platform/timers.ts'

type Event =
  | { on: 'said'; word: string }
  | { on: 'ordered'; orders: readonly Effect[] }
  | { on: 'due'; timer: string; at: number }
type Effect =
  | { do: 'write'; text: string }
  | { do: 'ask'; word: string }
  | { do: 'break' }
  | { do: 'start'; timer: string; ms: number }
  | { do: 'until'; timer: string; moment: number }
  | { do: 'every'; timer: string; ms: number }
  | { do: 'watch'; timer: string; moment: number; grace: number }
  | { do: 'stop'; timer: string }

/** Keeps every word, and orders what it is told to. */
const step = (words: readonly string[], event: Event): [readonly string[], readonly Effect[]] => {
  switch (event.on) {
    case 'said':
      return [event.word === '' ? words : [...words, event.word], [{ do: 'write', text: event.word }]]
    case 'ordered':
      return [words, event.orders]
    case 'due':
      return [[...words, `${event.timer} at ${event.at}`], []]
  }
}

let written: string[]
let answers: ((word: string) => void)[]
let told: string[]
let runner: Runner<readonly string[], Event>
const began = new Date('2026-03-01T08:00:00Z').getTime()
const passed = () => Date.now() - began

const performers: Performers<Effect, Event> = {
  write: ({ text }) => void written.push(`${text} (${runner.read().length})`),
  ask: ({ word }, { send }) => void answers.push(answer => send({ on: 'said', word: `${word} ${answer}` })),
  break: () => {
    throw new Error('broken')
  },
  start: ({ timer, ms }, { timers }) => timers.start(timer, ms, () => ({ on: 'due', timer, at: passed() })),
  until: ({ timer, moment }, { timers }) =>
    timers.until(timer, moment, () => ({ on: 'due', timer, at: passed() })),
  every: ({ timer, ms }, { timers }) => timers.every(timer, ms, () => ({ on: 'due', timer, at: passed() })),
  watch: ({ timer, moment, grace }, { timers }) =>
    timers.watch(timer, moment, grace, () => ({ on: 'due', timer, at: passed() })),
  stop: ({ timer }, { timers }) => timers.stop(timer),
}

beforeEach(() => {
  vi.useFakeTimers({ now: began })
  written = []
  answers = []
  told = []
  runner = runMachine({ state: [], step, performers, clock: timeouts })
  runner.subscribe(() => told.push(runner.read().at(-1) ?? ''))
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const say = (word: string) => runner.send({ on: 'said', word })
const order = (...orders: Effect[]) => runner.send({ on: 'ordered', orders })

test('a performer that is missing does not compile', () => {
  const { write: _, ...rest } = performers
  expectTypeOf(rest).not.toExtend<Performers<Effect, Event>>()
  expectTypeOf(performers).toExtend<Performers<Effect, Event>>()
})

describe('states and orders', () => {
  test('a state stands and is told before its orders are done', () => {
    runner.subscribe(() => written.push('told'))
    say('one')
    expect(runner.read()).toEqual(['one'])
    expect(written).toEqual(['told', 'one (1)'])
  })

  test('the same state is told to nobody; who stopped listening hears nothing', () => {
    say('')
    expect(told).toEqual([])
    const before = runner.read()
    const later: string[] = []
    const stop = runner.subscribe(() => later.push('told'))
    say('one')
    stop()
    say('two')
    expect(runner.read()).not.toBe(before)
    expect([told, later]).toEqual([['one', 'two'], ['told']])
  })

  test('what an order or a listener brings about is taken after the other orders', () => {
    const stop = runner.subscribe(() => {
      stop()
      say('by the listener')
    })
    say('first')
    expect(written).toEqual(['first (1)', 'by the listener (2)'])
    const nested = runMachine<readonly string[], Event, Effect>({
      state: [],
      step,
      performers: { ...performers, ask: ({ word }, { send }) => send({ on: 'said', word }) },
      clock: timeouts,
    })
    runner = nested
    written = []
    order({ do: 'ask', word: 'answer' }, { do: 'write', text: 'the other order' })
    expect(written).toEqual(['the other order (0)', 'answer (1)'])
  })

  test('an order that fails keeps nothing else from being done, and is not kept quiet', () => {
    expect(() => order({ do: 'break' }, { do: 'write', text: 'after it' })).toThrow('broken')
    expect(written).toEqual(['after it (0)'])
    say('next')
    expect(written).toEqual(['after it (0)', 'next (1)'])
  })

  test('a listener that fails does not keep the orders from being done', () => {
    const stop = runner.subscribe(() => {
      throw new Error('no screen')
    })
    expect(() => say('one')).toThrow('no screen')
    stop()
    expect(written).toEqual(['one (1)'])
  })
})

describe('timers', () => {
  test('one by key: started again it begins anew, another runs beside it', () => {
    order({ do: 'start', timer: 'a', ms: 100 }, { do: 'start', timer: 'b', ms: 150 })
    vi.advanceTimersByTime(60)
    order({ do: 'start', timer: 'a', ms: 100 })
    vi.advanceTimersByTime(99)
    expect(runner.read()).toEqual(['b at 150'])
    vi.advanceTimersByTime(1)
    expect(runner.read()).toEqual(['b at 150', 'a at 160'])
  })

  test('stopped it is never due; what does not run can be stopped', () => {
    order({ do: 'start', timer: 'a', ms: 100 }, { do: 'stop', timer: 'a' }, { do: 'stop', timer: 'b' })
    vi.advanceTimersByTime(1000)
    expect(runner.read()).toEqual([])
  })

  test('until a moment; at once when it is over', () => {
    order({ do: 'until', timer: 'a', moment: began + 70 }, { do: 'until', timer: 'over', moment: began - 70 })
    expect(runner.read()).toEqual([])
    vi.advanceTimersByTime(0)
    expect(runner.read()).toEqual(['over at 0'])
    vi.advanceTimersByTime(70)
    expect(runner.read()).toEqual(['over at 0', 'a at 70'])
  })

  test('again and again, until stopped', () => {
    order({ do: 'every', timer: 'a', ms: 20 })
    vi.advanceTimersByTime(65)
    expect(runner.read()).toEqual(['a at 20', 'a at 40', 'a at 60'])
    order({ do: 'stop', timer: 'a' })
    vi.advanceTimersByTime(100)
    expect(runner.read()).toHaveLength(3)
  })

  test('again and again is from where it was due: what comes late puts off nothing, what a sleep missed is left out', () => {
    order({ do: 'every', timer: 'a', ms: 20 })
    vi.setSystemTime(began + 5)
    vi.advanceTimersByTime(20)
    vi.advanceTimersByTime(15)
    expect(runner.read()).toEqual(['a at 25', 'a at 40'])
    vi.setSystemTime(began + 100)
    vi.advanceTimersByTime(40)
    expect(runner.read().slice(2)).toEqual(['a at 120', 'a at 140'])
    order({ do: 'stop', timer: 'a' })
  })

  test('a machine may stop a repeating timer when it is due', () => {
    const once = runMachine<readonly string[], Event, Effect>({
      state: [],
      step: (words, event) =>
        event.on === 'due' ? [[...words, 'due'], [{ do: 'stop', timer: 'a' }]] : step(words, event),
      performers,
      clock: timeouts,
    })
    once.send({ on: 'ordered', orders: [{ do: 'every', timer: 'a', ms: 20 }] })
    vi.advanceTimersByTime(100)
    expect(once.read()).toEqual(['due'])
  })

  test('a watch is due by the whole grace after its moment, also when that is over already', () => {
    order(
      { do: 'watch', timer: 'a', moment: began + 100, grace: 30 },
      { do: 'watch', timer: 'over', moment: began - 100, grace: 30 },
    )
    vi.advanceTimersByTime(29)
    expect(runner.read()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(runner.read()).toEqual(['over at 30'])
    vi.advanceTimersByTime(100)
    expect(runner.read()).toEqual(['over at 30', 'a at 130'])
  })
})

describe('the end of a session', () => {
  test('an answer to what was ordered before is dropped, one to what is ordered after is heard', () => {
    order({ do: 'ask', word: 'old' })
    runner.stop()
    order({ do: 'ask', word: 'new' })
    for (const answer of answers) answer('answer')
    expect(runner.read()).toEqual(['new answer'])
  })

  test('timers stop, after what the machine is told last', () => {
    order({ do: 'start', timer: 'a', ms: 100 }, { do: 'every', timer: 'b', ms: 10 })
    runner.stop({
      on: 'ordered',
      orders: [
        { do: 'start', timer: 'c', ms: 5 },
        { do: 'write', text: 'bye' },
      ],
    })
    vi.advanceTimersByTime(1000)
    expect([runner.read(), written]).toEqual([[], ['bye (0)']])
  })

  test('a late performer of an old session neither starts nor stops timers of the new one', () => {
    let late: Parameters<(typeof performers)['start']>[1] | undefined
    const kept = runMachine<readonly string[], Event, Effect>({
      state: [],
      step,
      performers: {
        ...performers,
        ask: (_, session) => {
          late = session
        },
      },
      clock: timeouts,
    })
    kept.send({ on: 'ordered', orders: [{ do: 'ask', word: '' }] })
    expect(late?.goesOn()).toBe(true)
    kept.stop()
    expect(late?.goesOn()).toBe(false)
    kept.send({ on: 'ordered', orders: [{ do: 'start', timer: 'a', ms: 50 }] })
    late?.timers.stop('a')
    late?.timers.start('b', 10, () => ({ on: 'said', word: 'late' }))
    vi.advanceTimersByTime(100)
    expect(kept.read()).toEqual(['a at 50'])
  })

  test('an order that ends the session lets the others of its step be done first', () => {
    const ending = runMachine<readonly string[], Event, Effect>({
      state: [],
      step,
      performers: { ...performers, ask: () => ending.stop({ on: 'said', word: 'ended' }) },
      clock: timeouts,
    })
    runner = ending
    order({ do: 'ask', word: '' }, { do: 'write', text: 'first' }, { do: 'start', timer: 'a', ms: 10 })
    vi.advanceTimersByTime(100)
    expect(written).toEqual(['first (0)', 'ended (1)'])
    expect(ending.read()).toEqual(['ended'])
  })
})
