// One's way into a room and out of it.
import { describe, expect, it } from 'vitest'
import {
  presenceOf,
  type RoomSession,
  type RoomSessionEffect,
  type RoomSessionEvent,
  stepSession,
} from '../../../src/domain/conference/session.ts'

const line = (
  news: Extract<RoomSessionEvent, { on: 'line' }>['news'],
  at = 5,
  attempt = 1,
): RoomSessionEvent => ({ on: 'line', attempt, news, at })
const join: RoomSessionEvent = { on: 'join', roomId: '1111', attempt: 1, loggedIn: true }
const ticket: RoomSessionEvent = { on: 'ticket', attempt: 1 }

/** Where these events lead, and all that is to be done on the way. */
function walk(...events: RoomSessionEvent[]): { state: RoomSession; done: RoomSessionEffect[] } {
  let state: RoomSession = { is: 'out' }
  const done: RoomSessionEffect[] = []
  for (const event of events) {
    const [next, effects] = stepSession(state, event)
    state = next
    done.push(...effects)
  }
  return { state, done }
}
const names = (done: RoomSessionEffect[]) => done.map(effect => effect.do)
const inside = [join, ticket, line('connecting'), line('loggedIn'), line('joining'), line('in')]

describe('entering', () => {
  it('goes from not logged in over logged in to in the room', () => {
    const stages = inside.map((_, at) => walk(...inside.slice(0, at + 1)).state)
    expect(stages.map(state => ('stage' in state ? state.stage : state.is))).toEqual([
      'ticket',
      'connecting',
      'connecting',
      'loggedIn',
      'joining',
      'in',
    ])
    expect(names(walk(...inside).done)).toEqual(['ticket', 'open', 'settle'])
    expect(walk(...inside).state).toEqual({ is: 'in', roomId: '1111', attempt: 1, since: 5, back: false })
  })

  it('needs a login', () => {
    const { state, done } = walk({ ...join, loggedIn: false })
    expect(state).toEqual({ is: 'out' })
    expect(done).toEqual([{ do: 'say', fault: 'notLoggedIn' }])
  })

  it.each(['', '   '])('needs a number: %j', roomId => {
    expect(walk({ on: 'join', roomId, attempt: 1, loggedIn: true }).done).toEqual([
      { do: 'say', fault: 'noRoomNumber' },
    ])
  })

  it('waits before the door', () => {
    const waiting = walk(join, ticket, line('waiting', 7))
    expect(waiting.state).toEqual({ is: 'waiting', roomId: '1111', attempt: 1, since: 7 })
    expect(presenceOf(waiting.state)).toBe('entering')
    // Told again, it has waited as long.
    expect(walk(join, ticket, line('waiting', 7), line('waiting', 9)).state).toEqual(waiting.state)
    expect(walk(join, ticket, line('waiting', 7), line('in', 9)).state).toMatchObject({ is: 'in', since: 9 })
  })

  it('is told why not', () => {
    const refusal = { id: 'conference.full', params: { capacity: 16 } }
    const { state, done } = walk(join, { on: 'refused', attempt: 1, refusal })
    expect(state).toEqual({ is: 'over', roomId: '1111', why: 'failed', refusal })
    expect(names(done)).toEqual(['ticket', 'clear', 'leave'])
  })

  it('can be given up', () => {
    const { state, done } = walk(join, ticket, { on: 'leave' })
    expect(state.is).toBe('leaving')
    expect(names(done)).toEqual(['ticket', 'open', 'clear', 'leave'])
  })

  it('is not entered twice', () => {
    expect(walk(...inside, { ...join, attempt: 2 }).state).toMatchObject({ is: 'in', attempt: 1 })
  })
})

describe('in the room', () => {
  it('is brought back without settling in anew', () => {
    const { state, done } = walk(...inside, line('back', 8), line('connecting', 9), line('in', 10))
    expect(state).toEqual({ is: 'in', roomId: '1111', attempt: 1, since: 5, back: false })
    expect(names(done).filter(name => name === 'settle')).toHaveLength(1)
  })

  it('shows that it is being brought back', () => {
    expect(walk(...inside, line('back')).state).toMatchObject({ is: 'in', back: true })
    expect(walk(...inside, line('joining')).state).toMatchObject({ is: 'in', back: true })
  })

  it('is put before the door again, and nothing of the room stays', () => {
    const { state, done } = walk(...inside, line('waiting'))
    expect(state.is).toBe('waiting')
    expect(names(done)).toContain('clear')
  })

  it('has left', () => {
    const { state, done } = walk(...inside, { on: 'leave' }, { on: 'gone', attempt: 1 })
    expect(state).toEqual({ is: 'over', roomId: '1111', why: 'left', refusal: undefined })
    expect(names(done).slice(-2)).toEqual(['clear', 'leave'])
  })

  it('exits for all: the conference is stopped first', () => {
    expect(names(walk(...inside, { on: 'stop' }).done).slice(-3)).toEqual(['stop', 'clear', 'leave'])
    // Before the door there is no conference to stop.
    expect(names(walk(join, ticket, { on: 'stop' }).done)).not.toContain('stop')
  })

  it('is ended by somebody else, and a leave that is under way stays one', () => {
    expect(walk(...inside, { on: 'ended', attempt: 1, why: 'removed' }).state).toMatchObject({
      is: 'over',
      why: 'removed',
    })
    expect(walk(...inside, { on: 'leave' }, { on: 'ended', attempt: 1, why: 'ended' }).state).toMatchObject({
      why: 'left',
    })
  })

  it('takes nothing of an older attempt', () => {
    const again: RoomSessionEvent[] = [
      ...inside,
      { on: 'leave' },
      { on: 'gone', attempt: 1 },
      { ...join, attempt: 2 },
    ]
    for (const late of [
      line('in'),
      { on: 'ended', attempt: 1, why: 'network' },
      ticket,
      { on: 'gone', attempt: 1 },
    ] as const)
      expect(walk(...again, late).state).toMatchObject({ is: 'entering', attempt: 2, stage: 'ticket' })
  })

  it('what was over is forgotten', () => {
    expect(walk(...inside, { on: 'leave' }, { on: 'gone', attempt: 1 }, { on: 'again' }).state).toEqual({
      is: 'out',
    })
  })
})

it('in whatever order things happen: who is out has left the line behind', () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const attempt = () => 1 + random(3)
  const possible: (() => RoomSessionEvent)[] = [
    () => ({ on: 'join', roomId: '1', attempt: attempt(), loggedIn: random(9) > 0 }),
    () => ({ on: 'ticket', attempt: attempt() }),
    () =>
      line(
        (['connecting', 'loggedIn', 'joining', 'waiting', 'in', 'back'] as const)[random(6)] ?? 'in',
        1,
        attempt(),
      ),
    () => ({ on: 'ended', attempt: attempt(), why: 'ended' }),
    () => ({ on: 'refused', attempt: attempt(), refusal: { id: 'failed' } }),
    () => ({ on: 'leave' }),
    () => ({ on: 'stop' }),
    () => ({ on: 'gone', attempt: attempt() }),
    () => ({ on: 'again' }),
  ]
  let state: RoomSession = { is: 'out' }
  let opened = false
  for (let round = 0; round < 20_000; round++) {
    const event = possible[random(possible.length)]?.()
    if (!event) continue
    const [next, effects] = stepSession(state, event)
    for (const effect of effects) {
      if (effect.do === 'open') opened = true
      if (effect.do === 'leave') opened = false
    }
    state = next
    if (state.is === 'out' || state.is === 'over') expect(opened).toBe(false)
  }
})
