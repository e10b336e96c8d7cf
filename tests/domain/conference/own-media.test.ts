// What one lets the room hear and see.
import { describe, expect, it } from 'vitest'
import {
  isSwitching,
  type OwnMedia,
  type OwnMediaEffect,
  type OwnMediaEvent,
  silent,
  stepOwnMedia,
  type Turn,
} from '../../../src/domain/conference/own-media.ts'

function walk(events: readonly OwnMediaEvent[], voiceOnly = false) {
  let state: OwnMedia = silent(voiceOnly)
  const done: OwnMediaEffect[] = []
  for (const event of events) {
    const [next, effects] = stepOwnMedia(state, event)
    state = next
    done.push(...effects)
  }
  return { state, done }
}
const entered: OwnMediaEvent = { on: 'entered' }
const told = (audio: boolean, video = false, screen = false): OwnMediaEvent => ({
  on: 'told',
  sends: { audio, video, screen },
})
const press = (kind: 'audio' | 'video' | 'screen'): OwnMediaEvent => ({ on: 'press', kind })
const set = (kind: 'audio' | 'video' | 'screen', to: boolean) => ({ do: 'set', kind, to })

describe('entering', () => {
  it('switches nothing on that nobody has asked for', () => {
    expect(walk([entered]).done).toEqual([])
  })

  it('switches on what was chosen before', () => {
    expect(walk([press('video'), entered]).done).toEqual([set('video', true)])
  })

  it('who was muted is muted when they are back, and who was heard is heard', () => {
    const before = [entered, press('audio'), told(true), press('audio'), told(false), { on: 'left' }] as const
    expect(walk([...before, entered]).done.slice(2)).toEqual([])
    const heard = [entered, press('audio'), told(true), { on: 'left' }, entered] as const
    expect(walk(heard).done).toEqual([set('audio', true), set('audio', true)])
  })

  it('shows no screen in the next room', () => {
    const { state, done } = walk([
      entered,
      press('screen'),
      told(false, false, true),
      { on: 'left' },
      entered,
    ])
    expect(done).toEqual([set('screen', true)])
    expect(state.wants.screen).toBe(false)
  })
})

describe('pressing', () => {
  it('switches on and off', () => {
    const { done, state } = walk([entered, press('audio'), told(true), press('audio')])
    expect(done).toEqual([set('audio', true), set('audio', false)])
    expect(isSwitching(state, 'audio')).toBe(true)
  })

  it('is given up while it is under way', () => {
    expect(walk([entered, press('video'), press('video')]).done).toEqual([
      set('video', true),
      set('video', false),
    ])
  })

  it('asks again for what was refused', () => {
    const { done, state } = walk([entered, press('audio'), { on: 'failed', kind: 'audio' }, press('audio')])
    expect(done).toEqual([set('audio', true), set('audio', true)])
    expect(state.wants.audio).toBe(true)
  })

  it('takes what was never sent as off', () => {
    const { state } = walk([entered, press('audio'), { on: 'overdue', kind: 'audio' }])
    expect(state.wants.audio).toBe(false)
    expect(
      walk([entered, press('audio'), told(true), { on: 'overdue', kind: 'audio' }]).state.wants.audio,
    ).toBe(true)
  })

  it('has no picture in a voice room', () => {
    expect(walk([entered, press('video'), press('screen'), { on: 'asked', kind: 'video' }], true)).toEqual({
      state: { ...silent(true), inRoom: true },
      done: [],
    })
  })

  it('follows a screen that was taken back by the browser', () => {
    const { state } = walk([entered, press('screen'), told(false, false, true), told(false)])
    expect(state.wants.screen).toBe(false)
  })
})

describe('speaking while a key is held', () => {
  it('is heard as long, and stays muted', () => {
    const { state, done } = walk([entered, { on: 'hold' }, told(true), { on: 'release' }, told(false)])
    expect(done).toEqual([set('audio', true), set('audio', false)])
    expect(state.wants.audio).toBe(false)
  })

  it('a microphone that came on too late goes off again', () => {
    expect(walk([entered, { on: 'hold' }, { on: 'release' }, told(true)]).done).toEqual([
      set('audio', true),
      set('audio', false),
      set('audio', false),
    ])
  })

  it('changes nothing for whoever is heard already, nor outside the room', () => {
    expect(walk([entered, press('audio'), { on: 'hold' }, { on: 'release' }]).done).toEqual([
      set('audio', true),
    ])
    expect(walk([{ on: 'hold' }]).done).toEqual([])
  })

  it('who presses the button while holding the key stays heard', () => {
    const { done } = walk([entered, { on: 'hold' }, press('audio'), { on: 'release' }])
    expect(done).toEqual([set('audio', true), set('audio', true)])
  })
})

describe('a host asks', () => {
  const asked: OwnMediaEvent = { on: 'asked', kind: 'audio' }

  it('and nothing is switched before the answer', () => {
    const { state, done } = walk([entered, asked])
    expect(done).toEqual([])
    expect(state.asked).toBe('audio')
  })

  it('yes switches on, no does not', () => {
    expect(walk([entered, asked, { on: 'answer', yes: true }]).done).toEqual([set('audio', true)])
    const no = walk([entered, asked, { on: 'answer', yes: false }])
    expect(no.done).toEqual([])
    expect(no.state.asked).toBeUndefined()
  })

  it('in vain, what is on already, or outside', () => {
    expect(walk([entered, press('audio'), asked]).state.asked).toBeUndefined()
    expect(walk([asked]).state.asked).toBeUndefined()
    expect(walk([entered, { on: 'answer', yes: true }]).done).toEqual([])
  })

  it('pressing the button answers', () => {
    expect(walk([entered, asked, press('audio')]).state.asked).toBeUndefined()
  })
})

it('in whatever order things happen, nobody is heard who did not say so', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const kinds = ['audio', 'video', 'screen'] as const
  const possible: (() => OwnMediaEvent)[] = [
    () => entered,
    () => ({ on: 'left' }),
    () => ({ on: 'hold' }),
    () => ({ on: 'release' }),
    () => ({ on: 'asked', kind: random(2) ? 'audio' : 'video' }),
    () => ({ on: 'answer', yes: random(2) === 0 }),
    () => told(random(2) === 0, random(2) === 0),
    () => ({ on: 'failed', kind: kinds[random(3)] ?? 'audio' }),
    () => press(kinds[random(3)] ?? 'audio'),
    () => ({ on: 'floor', turn: ([undefined, 'open', 'waiting', 'mine'] as const)[random(4)] }),
  ]
  let state = silent(false)
  for (let round = 0; round < 20_000; round++) {
    const event = possible[random(possible.length)]?.()
    if (!event) continue
    const [next, effects] = stepOwnMedia(state, event)
    for (const effect of effects)
      if (effect.do === 'want') expect(next.turn !== undefined || !effect.to).toBe(true)
      else if (effect.to) {
        expect(next.inRoom).toBe(true)
        expect(next.wants[effect.kind] || (effect.kind === 'audio' && next.held)).toBe(true)
      }
    if (event.on === 'asked' || event.on === 'told') expect(effects.some(({ to }) => to)).toBe(false)
    state = next
  }
})

describe('push to talk', () => {
  const inTurns = (turn: Turn) => reach({ on: 'entered' }, { on: 'floor', turn })
  const reach = (...events: OwnMediaEvent[]) =>
    events.reduce((state, event) => stepOwnMedia(state, event)[0], silent(true))
  const orders = (state: OwnMedia, event: OwnMediaEvent) => stepOwnMedia(state, event)[1]
  const set = (to: boolean) => ({ do: 'set', kind: 'audio', to })
  const want = (to: boolean) => ({ do: 'want', to })

  it('the key asks for the floor, and the microphone opens only with it', () => {
    const open = inTurns('open')
    expect(orders(open, { on: 'hold' })).toEqual([want(true)])
    const [held] = stepOwnMedia(open, { on: 'hold' })
    expect(orders(held, { on: 'floor', turn: 'waiting' })).toEqual([])
    const [mine, granted] = stepOwnMedia(held, { on: 'floor', turn: 'mine' })
    expect(granted).toEqual([set(true)])
    expect(orders(mine, { on: 'release' })).toEqual([set(false), want(false)])
  })

  it('a turn that comes after the key was let go of is given back', () => {
    const [open] = stepOwnMedia(stepOwnMedia(inTurns('open'), { on: 'hold' })[0], { on: 'release' })
    expect(orders(open, { on: 'floor', turn: 'mine' })).toEqual([want(false)])
  })

  it('whoever is interrupted is silent at once, and heard again when it is their turn', () => {
    const mine = reach(
      { on: 'entered' },
      { on: 'floor', turn: 'open' },
      { on: 'hold' },
      { on: 'floor', turn: 'mine' },
    )
    const [waiting, taken] = stepOwnMedia(mine, { on: 'floor', turn: 'waiting' })
    expect(taken).toEqual([set(false)])
    expect(orders(waiting, { on: 'floor', turn: 'mine' })).toEqual([set(true)])
  })

  it('a press takes the floor, and the next one gives it back', () => {
    const open = inTurns('open')
    expect(orders(open, { on: 'press', kind: 'audio' })).toEqual([want(true)])
    const [held] = stepOwnMedia(open, { on: 'press', kind: 'audio' })
    expect(held.wants.audio).toBe(false)
    expect(orders(held, { on: 'press', kind: 'audio' })).toEqual([set(false), want(false)])
  })

  it('nobody goes on being heard when push to talk begins or ends', () => {
    const loud = reach({ on: 'entered' }, { on: 'press', kind: 'audio' })
    const [quiet, off] = stepOwnMedia(loud, { on: 'floor', turn: 'open' })
    expect(off).toEqual([set(false)])
    expect(quiet.wants.audio).toBe(false)
    const mine = reach(
      { on: 'entered' },
      { on: 'floor', turn: 'open' },
      { on: 'hold' },
      { on: 'floor', turn: 'mine' },
    )
    expect(stepOwnMedia(mine, { on: 'floor', turn: undefined })).toMatchObject([
      { held: false },
      [set(false)],
    ])
  })

  it('a microphone that cannot be had keeps nobody waiting', () => {
    const mine = reach(
      { on: 'entered' },
      { on: 'floor', turn: 'open' },
      { on: 'hold' },
      { on: 'floor', turn: 'mine' },
    )
    expect(stepOwnMedia(mine, { on: 'failed', kind: 'audio' })).toMatchObject([
      { held: false },
      [want(false)],
    ])
  })
})
