// The heartbeat as a table, with virtual time, and what holds over random events.
import { describe, expect, it } from 'vitest'
import {
  type Heartbeat,
  type HeartbeatEffect,
  type HeartbeatEvent,
  type HeartbeatTimer,
  heartbeatOff,
  stepHeartbeat,
} from '../../../src/domain/notice/heartbeat.ts'

type Row = [when: string, given: Heartbeat, event: HeartbeatEvent, then: Heartbeat['is'], does: string[]]

const state = (is: Heartbeat['is'], attempt = 4): Heartbeat => ({ is, attempt })
const say = (effect: HeartbeatEffect): string => {
  switch (effect.do) {
    case 'startTimer':
      return `${effect.timer} in ${effect.seconds}`
    case 'cancelTimer':
      return `no ${effect.timer}`
    case 'take':
      return `take ${effect.text}`
    default:
      return `${effect.do} ${effect.attempt}`
  }
}

const rows: Row[] = [
  ['the start', heartbeatOff, { on: 'started' }, 'connecting', ['connect 1', 'silence in 25']],
  ['a second start', state('open'), { on: 'started' }, 'open', []],
  ['opened', state('connecting'), { on: 'opened', attempt: 4 }, 'open', ['no silence', 'quiet in 25']],
  ['an old attempt opens', state('connecting'), { on: 'opened', attempt: 3 }, 'connecting', []],
  ['opened twice', state('open'), { on: 'opened', attempt: 4 }, 'open', []],
  [
    'nothing opens',
    state('connecting'),
    { on: 'due', timer: 'silence' },
    'waiting',
    ['no silence', 'close 4', 'reconnect in 6'],
  ],
  [
    'an error while connecting',
    state('connecting'),
    { on: 'lost', attempt: 4 },
    'waiting',
    ['no silence', 'reconnect in 6'],
  ],
  [
    '25 s of quiet',
    state('open'),
    { on: 'due', timer: 'quiet' },
    'pinged',
    ['no quiet', 'ping 4', 'silence in 25'],
  ],
  ['a text', state('open'), { on: 'heard', attempt: 4, text: '{}' }, 'open', ['take {}', 'quiet in 25']],
  ['a stray pong', state('open'), { on: 'heard', attempt: 4, text: 'pong' }, 'open', ['quiet in 25']],
  [
    'the pong',
    state('pinged'),
    { on: 'heard', attempt: 4, text: 'pong' },
    'open',
    ['no silence', 'quiet in 25'],
  ],
  [
    'a text instead of the pong',
    state('pinged'),
    { on: 'heard', attempt: 4, text: '{}' },
    'open',
    ['no silence', 'take {}', 'quiet in 25'],
  ],
  [
    'no answer within 25 s',
    state('pinged'),
    { on: 'due', timer: 'silence' },
    'waiting',
    ['no silence', 'close 4', 'reconnect in 6'],
  ],
  ['closed', state('open'), { on: 'lost', attempt: 4 }, 'waiting', ['no quiet', 'reconnect in 6']],
  ['an error and its close', state('waiting'), { on: 'lost', attempt: 4 }, 'waiting', []],
  ['what was closed still speaks', state('waiting'), { on: 'heard', attempt: 4, text: '{}' }, 'waiting', []],
  [
    '6 s later',
    state('waiting'),
    { on: 'due', timer: 'reconnect' },
    'connecting',
    ['no reconnect', 'connect 5', 'silence in 25'],
  ],
  ['a timer of another state', state('open'), { on: 'due', timer: 'reconnect' }, 'open', []],
  ['the end of an open one', state('open'), { on: 'stopped' }, 'off', ['no quiet', 'close 4']],
  ['the end while waiting', state('waiting'), { on: 'stopped' }, 'off', ['no reconnect']],
  ['an end after the end', state('off'), { on: 'stopped' }, 'off', []],
  ['a close after the end', state('off'), { on: 'lost', attempt: 4 }, 'off', []],
]

describe('steps', () => {
  it.each(rows)('%s', (_, given, event, then, does) => {
    const [next, effects] = stepHeartbeat(given, event)
    expect([next.is, effects.map(say)]).toEqual([then, does])
  })
})

/** Runs the machine over virtual seconds with a socket that does what it is told. */
function play() {
  let now = 0
  let current: Heartbeat = heartbeatOff
  const timers = new Map<HeartbeatTimer, number>()
  const open = new Set<number>()
  const log: string[] = []
  const send = (event: HeartbeatEvent) => {
    const [next, effects] = stepHeartbeat(current, event)
    current = next
    for (const effect of effects) {
      if (effect.do === 'startTimer') timers.set(effect.timer, now + effect.seconds)
      else if (effect.do === 'cancelTimer') timers.delete(effect.timer)
      else log.push(`${now} ${say(effect)}`)
      if (effect.do === 'connect') open.add(effect.attempt)
      if (effect.do === 'close') open.delete(effect.attempt)
    }
    if (event.on === 'lost') open.delete(event.attempt)
  }
  const pass = (seconds: number) => {
    for (const until = now + seconds; now < until; ) {
      now += 1
      for (const [timer, at] of [...timers]) {
        if (at > now || timers.get(timer) !== at) continue
        timers.delete(timer)
        send({ on: 'due', timer })
      }
    }
  }
  return { send, pass, log, open, timers, state: () => current }
}

describe('over time', () => {
  it('pings after 25 s, gives up after 25 more, comes back 6 s later, and so on', () => {
    const game = play()
    game.send({ on: 'started' })
    game.send({ on: 'opened', attempt: 1 })
    game.pass(24)
    expect(game.log).toEqual(['0 connect 1'])
    game.pass(60)
    expect(game.log).toEqual(['0 connect 1', '25 ping 1', '50 close 1', '56 connect 2', '81 close 2'])
  })

  it('answered pings keep it open for ever', () => {
    const game = play()
    game.send({ on: 'started' })
    game.send({ on: 'opened', attempt: 1 })
    for (let round = 0; round < 40; round += 1) {
      game.pass(25)
      game.send({ on: 'heard', attempt: 1, text: 'pong' })
    }
    expect(game.log.filter(line => line.endsWith('ping 1'))).toHaveLength(40)
    expect(game.state()).toEqual({ is: 'open', attempt: 1 })
  })

  it('traffic saves the ping', () => {
    const game = play()
    game.send({ on: 'started' })
    game.send({ on: 'opened', attempt: 1 })
    for (let round = 0; round < 10; round += 1) {
      game.pass(20)
      game.send({ on: 'heard', attempt: 1, text: '{"msgContent":"x"}' })
    }
    expect(game.log.filter(line => line.includes('ping'))).toEqual([])
  })
})

describe('whatever happens', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))('seed %i', seed => {
    let random = seed
    const next = (most: number) => {
      random = (random * 48271) % 2147483647
      return random % most
    }
    const game = play()
    for (let at = 0; at < 300; at += 1) {
      const attempt = Math.max(0, game.state().attempt - next(2))
      const events: HeartbeatEvent[] = [
        { on: 'started' },
        { on: 'opened', attempt },
        { on: 'heard', attempt, text: next(2) ? 'pong' : '{}' },
        { on: 'lost', attempt },
        { on: 'due', timer: (['quiet', 'silence', 'reconnect'] as const)[next(3)] ?? 'quiet' },
        { on: 'stopped' },
      ]
      const event = events[next(events.length)]
      if (event && (event.on !== 'stopped' || next(4) === 0)) game.send(event)
      game.pass(next(30))
      const { is } = game.state()
      // One attempt at a time, and none when it is off or waits.
      expect(game.open.size).toBeLessThanOrEqual(1)
      if (is === 'off' || is === 'waiting') expect(game.open.size).toBe(0)
      // Alive, exactly one timer runs; off, none: it can neither hang nor come back by itself.
      expect(game.timers.size).toBe(is === 'off' ? 0 : 1)
    }
  })
})
