// The broker connection with a fake client and virtual time.
import { beforeEach, describe, expect, it } from 'vitest'
import type { WebMessage } from '../../src/contract/messages.ts'
import { createBroker, waitBefore } from '../../src/platform/mqtt.ts'
import type { Broker } from '../../src/platform/mqtt-broker.ts'
import { BUFFER_MESSAGES } from '../../src/platform/mqtt-buffer.ts'
import { type ClientConfig, type MqttClientLike, socketAddress } from '../../src/platform/mqtt-client.ts'
import { BrokerError, brokerErrorOf } from '../../src/platform/mqtt-errors.ts'
import { checkClientId } from '../../src/platform/mqtt-message.ts'
import type { BrokerPorts } from '../../src/platform/mqtt-ports.ts'
import { TRACE_CHARACTERS, TRACE_ENTRIES, traceable } from '../../src/platform/mqtt-trace.ts'
import { RequestError } from '../../src/platform/request-error.ts'

class FakeClient implements MqttClientLike {
  config: ClientConfig
  topics: readonly string[] = []
  ended = false
  refuse: readonly string[] = []
  #connect = () => {}
  #message: Parameters<MqttClientLike['onMessage']>[0] = () => {}
  #error: (error: BrokerError) => void = () => {}
  #close = () => {}
  constructor(config: ClientConfig) {
    this.config = config
  }
  onConnect(run: () => void) {
    this.#connect = run
  }
  onMessage(run: Parameters<MqttClientLike['onMessage']>[0]) {
    this.#message = run
  }
  onError(run: (error: BrokerError) => void) {
    this.#error = run
  }
  onClose(run: () => void) {
    this.#close = run
  }
  async subscribe(topics: readonly string[]) {
    this.topics = topics
    this.asked.push([...topics])
    if (this.deaf) await new Promise(() => {})
    return this.refuse.filter(topic => topics.includes(topic))
  }
  left: string[] = []
  async unsubscribe(topics: readonly string[]) {
    this.left.push(...topics)
  }
  published: { topic: string; payload: string; qos: number }[] = []
  /** What the broker has not acknowledged yet. */
  owed: (() => void)[] = []
  publish(topic: string, payload: string, qos: number): Promise<void> {
    this.published.push({ topic, payload, qos })
    return qos === 0 ? Promise.resolve() : new Promise(resolve => this.owed.push(resolve))
  }
  asked: string[][] = []
  /** Never answers subscriptions. */
  deaf = false
  end() {
    this.ended = true
  }
  #heard = () => {}
  onHeard(run: () => void) {
    this.#heard = run
  }
  pings = 0
  /** Answers questions, as a server does that is well. */
  awake = true
  ping = () => {
    this.pings += 1
    if (this.awake) this.#heard()
  }
  hear = () => this.#heard()
  accept = () => this.#connect()
  say = (topic: string, payload: unknown) =>
    this.#message(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), 0)
  fail(reason: string) {
    this.error(new BrokerError('socketError', reason))
  }
  error(error: BrokerError) {
    this.#error(error)
    this.#close()
  }
  /** A payload that is no text. */
  garble = (topic: string) => this.#message(topic, undefined, 0)
  acknowledge = async (count = this.owed.length) => {
    for (const resolve of this.owed.splice(0, count)) resolve()
    await settle()
  }
}

let clients: FakeClient[]
let now: number
let timers: { at: number; run: () => void }[]
let ticketFails: boolean
let ticketError: RequestError | undefined
let prefix: string
let serverAhead: number
let tickets: number
let wake: () => void
let look: (seen: boolean) => void
let seen: boolean
let doubts: number
let heard: WebMessage[]
let lives: number
let broker: Broker

const settle = async () => {
  for (let at = 0; at < 10; at += 1) await Promise.resolve()
}
async function pass(milliseconds: number): Promise<void> {
  now += milliseconds
  for (const timer of timers.filter(({ at }) => at <= now)) {
    timers.splice(timers.indexOf(timer), 1)
    timer.run()
  }
  await settle()
}
const newest = (): FakeClient => {
  const client = clients.at(-1)
  if (!client) throw new Error('no client')
  return client
}
const live = async () => {
  newest().accept()
  await settle()
}

beforeEach(() => {
  clients = []
  now = 1_000_000
  timers = []
  ticketFails = false
  ticketError = undefined
  prefix = 'user_7_'
  serverAhead = 0
  tickets = 0
  wake = () => {}
  look = () => {}
  seen = true
  doubts = 0
  heard = []
  lives = 0
  const ports: BrokerPorts = {
    async ticket() {
      tickets += 1
      if (ticketFails) throw new Error('no server')
      if (ticketError) throw ticketError
      return {
        url: '/mqtt',
        username: '7',
        ticket: `ticket-${tickets}`,
        clientIdPrefix: prefix,
        topics: ['acm/7/web', 'acm/notice/web'],
        at: now + serverAhead,
      }
    },
    async connect(config) {
      const client = new FakeClient(config)
      clients.push(client)
      return client
    },
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => {
        if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1)
      }
    },
    // The middle: exactly the specified wait.
    random: () => 0.5,
    onWake(run) {
      wake = run
      return () => {
        wake = () => {}
      }
    },
    onSeen(run) {
      look = run
      run(seen)
      return () => {
        look = () => {}
      }
    },
  }
  broker = createBroker(ports, {
    onMessage: message => heard.push(message),
    onLive: () => {
      lives += 1
    },
    onDoubt: () => {
      doubts += 1
    },
  })
})

describe('broker connection', () => {
  it('is live after its topics are granted', async () => {
    expect(broker.state().is).toBe('off')
    broker.start()
    await settle()
    expect(broker.state().is).toBe('connecting')
    expect(newest().config).toMatchObject({ clientId: `user_7_${now}`, username: '7', password: 'ticket-1' })
    await live()
    expect(newest().topics).toEqual(['acm/7/web', 'acm/notice/web'])
    expect(broker.state()).toEqual({ is: 'live', since: now })
    expect(lives).toBe(1)
  })

  it('takes a fresh ticket for each attempt and says when the picture began to age', async () => {
    broker.start()
    await settle()
    await live()
    await pass(60_000)
    newest().fail('socket closed')
    expect(broker.state()).toEqual({
      is: 'waiting',
      since: now,
      nextAttempt: now + 1000,
      reason: 'socketError',
      lostAt: now,
    })
    await pass(1000)
    expect(newest().config.password).toBe('ticket-2')
    await live()
    expect(lives).toBe(2)
  })

  it('doubles the wait from 1 s to 128 s', async () => {
    ticketFails = true
    broker.start()
    await settle()
    const waits: number[] = []
    for (let at = 0; at < 10; at += 1) {
      const state = broker.state()
      if (state.is !== 'waiting') throw new Error(state.is)
      waits.push((state.nextAttempt - now) / 1000)
      await pass(state.nextAttempt - now)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 128, 128])
  })

  it('draws a herd apart, around the full wait', () => {
    expect(waitBefore(0, 0.5)).toBe(1000)
    expect(waitBefore(3, 0)).toBe(6000)
    expect(waitBefore(3, 0.5)).toBe(8000)
    expect(waitBefore(3, 1)).toBe(10_000)
    expect(waitBefore(30, 0.5)).toBe(128_000)
  })

  it('keeps its patience when connections do not last', async () => {
    broker.start()
    await settle()
    for (const wait of [1000, 2000, 4000]) {
      await live()
      await pass(500)
      newest().fail('closed')
      expect(broker.state()).toMatchObject({ is: 'waiting', nextAttempt: now + wait })
      await pass(wait)
    }
  })

  it('tries at once when the browser is online again or looked at', async () => {
    ticketFails = true
    broker.start()
    await settle()
    await pass(1000)
    await pass(2000)
    ticketFails = false
    wake()
    await settle()
    expect(broker.state().is).toBe('connecting')
    expect(timers).toEqual([])
    wake()
    await settle()
    expect(clients).toHaveLength(1)
  })

  it('passes known messages only and traces the others', async () => {
    broker.start()
    await settle()
    await live()
    newest().say('acm/7/web', { code: '208' })
    newest().say('acm/7/web', { code: '9999' })
    newest().say('acm/7/web', 'not json')
    newest().say('somewhere/else', { code: '208' })
    expect(heard).toEqual([{ code: '208' }])
    expect(broker.facts().trace.filter(entry => entry.what === 'unknownMessage')).toHaveLength(3)
    for (let at = 0; at < 300; at += 1) newest().say('acm/7/web', `bad ${at}`)
    expect(broker.facts().trace).toHaveLength(TRACE_ENTRIES)
    expect(broker.facts().trace.at(-1)?.payload).toContain('bad 299')
  })

  it('a refused topic is traced and the rest is live', async () => {
    broker.start()
    await settle()
    newest().refuse = ['acm/notice/web']
    await live()
    expect(broker.state().is).toBe('live')
    expect(
      broker.facts().trace.some(({ what, topic }) => what === 'refusedTopic' && topic === 'acm/notice/web'),
    ).toBe(true)
  })

  it('hears nothing from a connection it has left', async () => {
    broker.start()
    await settle()
    const old = newest()
    await live()
    broker.stop()
    expect(old.ended).toBe(true)
    old.say('acm/7/web', { code: '208' })
    old.fail('late')
    await pass(200_000)
    expect(heard).toEqual([])
    expect(broker.state().is).toBe('off')
    expect(clients).toHaveLength(1)
  })

  it('a stop while the ticket is on its way connects nothing', async () => {
    broker.start()
    broker.stop()
    await settle()
    expect(clients).toEqual([])
    broker.start()
    await settle()
    expect(clients).toHaveLength(1)
  })
})

describe('publishing', () => {
  const up = async () => {
    broker.start()
    await settle()
    await live()
  }
  /** How a promise ended, as far as it has. */
  const fate = (promise: Promise<void>): { is: string } => {
    const told = { is: 'open' }
    promise.then(
      () => {
        told.is = 'done'
      },
      (error: BrokerError) => {
        told.is = error.id
      },
    )
    return told
  }
  const payloads = () => newest().published.map(({ payload }) => JSON.parse(payload).n as number)

  it('sends QoS 0 at once while live and never keeps it for later', async () => {
    const early = fate(broker.publish('acm/7/call', { n: 0 }, { qos: 0 }))
    await up()
    await broker.publish('acm/7/call', { n: 1 }, { qos: 0 })
    expect(newest().published).toEqual([{ topic: 'acm/7/call', payload: '{"n":1}', qos: 0 }])
    newest().fail('gone')
    const late = fate(broker.publish('acm/7/call', { n: 2 }, { qos: 0 }))
    await pass(1000)
    const joining = fate(broker.publish('acm/7/call', { n: 3 }, { qos: 0 }))
    await live()
    await pass(5000)
    expect([early.is, late.is, joining.is]).toEqual(['notConnected', 'notConnected', 'notConnected'])
    expect(payloads()).toEqual([])
  })

  it('keeps QoS 1 and 2 and sends them in order when the connection is back', async () => {
    await up()
    newest().fail('gone')
    const fates = [1, 2, 1, 2].map((qos, n) =>
      fate(broker.publish('acm/7/call', { n }, { qos: qos as 1 | 2 })),
    )
    expect(broker.facts().buffered).toBe(4)
    await pass(1000)
    expect(payloads()).toEqual([])
    await live()
    expect(payloads()).toEqual([0, 1, 2, 3])
    expect(newest().published.map(({ qos }) => qos)).toEqual([1, 2, 1, 2])
    await newest().acknowledge()
    expect(fates.map(({ is }) => is)).toEqual(['done', 'done', 'done', 'done'])
    expect(broker.facts().buffered).toBe(0)
  })

  it('takes 5000 and no more, and drops them with the session', async () => {
    await up()
    newest().fail('gone')
    const fates = Array.from({ length: BUFFER_MESSAGES }, (_, n) =>
      fate(broker.publish('acm/7/call', { n }, { qos: 1 })),
    )
    const tooMany = fate(broker.publish('acm/7/call', {}, { qos: 1 }))
    await settle()
    expect(BUFFER_MESSAGES).toBe(5000)
    expect(tooMany.is).toBe('bufferFull')
    expect(broker.facts().buffered).toBe(5000)
    broker.stop()
    await settle()
    expect(new Set(fates.map(({ is }) => is))).toEqual(new Set(['notConnected']))
    await up()
    expect(payloads()).toEqual([])
  })

  it('sends again what was not acknowledged, before what came later', async () => {
    await up()
    const first = fate(broker.publish('acm/7/call', { n: 0 }, { qos: 1 }))
    fate(broker.publish('acm/7/call', { n: 1 }, { qos: 1 }))
    await newest().acknowledge(1)
    expect(first.is).toBe('done')
    newest().fail('gone')
    fate(broker.publish('acm/7/call', { n: 2 }, { qos: 1 }))
    await pass(1000)
    await live()
    // Alone first: if it is what the broker closes for, nothing else is blamed.
    expect(payloads()).toEqual([1])
    await newest().acknowledge()
    expect(payloads()).toEqual([1, 2])
  })

  it('gives up a message that breaks the connection, and only that one', async () => {
    await up()
    const fates = [0, 1, 2].map(n => fate(broker.publish('acm/7/call', { n }, { qos: 1 })))
    await newest().acknowledge(0)
    // The broker closes whenever it is sent message 1.
    for (let round = 0; round < 3; round += 1) {
      if (payloads()[0] === 0) await newest().acknowledge(1)
      newest().error(new BrokerError('socketClosed'))
      const state = broker.state()
      if (state.is !== 'waiting') throw new Error(state.is)
      await pass(state.nextAttempt - now)
      await live()
    }
    expect(payloads()).toEqual([2])
    await newest().acknowledge()
    expect(fates.map(({ is }) => is)).toEqual(['done', 'refused', 'done'])
  })

  it.each<[string, unknown, unknown, unknown, string]>([
    ['a wildcard', 'acm/+/web', {}, 1, 'invalidArgument'],
    ['no topic', '', {}, 1, 'invalidArgument'],
    ['NUL in the topic', 'acm/\u0000', {}, 1, 'invalidArgument'],
    ['half a character in the topic', 'acm/\ud800', {}, 1, 'invalidArgument'],
    ['a topic of 70,000 characters', 'a'.repeat(70_000), {}, 1, 'invalidArgument'],
    ['QoS 3', 'acm/7/web', {}, 3, 'invalidArgument'],
    ['no object', 'acm/7/web', 'text', 1, 'invalidType'],
    ['no session', 'acm/7/web', {}, 1, 'invalidState'],
  ])('refuses %s', async (_, topic, message, qos, id) => {
    const told = fate(broker.publish(topic as string, message as object, { qos: qos as 0 }))
    await settle()
    expect(told.is).toBe(id)
  })
})

describe('listening to more topics', () => {
  const door = 'sfwatch/866040053214418/client'

  it('asks once for several holders, renews it, and ends it with the last one', async () => {
    broker.start()
    await settle()
    await live()
    const release = [broker.listen(door), broker.listen(door)]
    await settle()
    expect(newest().asked).toEqual([['acm/7/web', 'acm/notice/web'], [door]])
    expect(broker.facts().subscriptions.find(({ topic }) => topic === door)).toMatchObject({
      is: 'granted',
      holders: 2,
    })
    newest().fail('gone')
    expect(broker.facts().subscriptions.every(({ is }) => is === 'waits')).toBe(true)
    await pass(1000)
    await live()
    expect(newest().asked).toEqual([['acm/7/web', 'acm/notice/web', door]])
    release[0]?.()
    release[0]?.()
    expect(newest().left).toEqual([])
    release[1]?.()
    await settle()
    expect(newest().left).toEqual([door])
    expect(broker.facts().subscriptions.map(({ topic }) => topic)).toEqual(['acm/7/web', 'acm/notice/web'])
  })

  it('never ends an own topic, and lets go of nothing of an older session', async () => {
    broker.start()
    await settle()
    await live()
    broker.listen('acm/7/web')()
    expect(newest().left).toEqual([])
    const stale = broker.listen(door)
    broker.stop()
    broker.start()
    await settle()
    await live()
    broker.listen(door)
    stale()
    await settle()
    expect(newest().left).toEqual([])
  })

  it('counts what comes on each', async () => {
    broker.start()
    await settle()
    await live()
    newest().say('acm/7/web', { code: '208' })
    newest().say('acm/7/web', 'not json')
    expect(broker.facts().subscriptions[0]).toMatchObject({ topic: 'acm/7/web', messages: 2, lastAt: now })
  })

  it('takes silence after a request for a lost connection', async () => {
    broker.start()
    await settle()
    newest().deaf = true
    await live()
    await pass(10_000)
    expect(broker.state()).toMatchObject({ is: 'waiting', reason: 'subscribeTimeout' })
  })
})

describe('errors and trace', () => {
  it.each([
    [Object.assign(new Error('Connection refused'), { code: 1 }), 'badProtocol'],
    [Object.assign(new Error('Connection refused'), { code: 2 }), 'identifierRejected'],
    [Object.assign(new Error('Connection refused'), { code: 3 }), 'serverUnavailable'],
    [Object.assign(new Error('Connection refused'), { code: 4 }), 'badCredentials'],
    [Object.assign(new Error('Connection refused'), { code: 5 }), 'notAuthorized'],
    [new Error('connack timeout'), 'connectTimeout'],
    [new Error('Keepalive timeout'), 'pingTimeout'],
    [new Error('Connection closed'), 'socketClosed'],
    [new Error('No connection to broker'), 'notConnected'],
    [new Error('WebSocket error'), 'socketError'],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'socketError'],
    [new Error('Invalid header flag bits'), 'internal'],
    [new BrokerError('unsupported'), 'unsupported'],
  ])('%s is %s', (error, id) => expect(brokerErrorOf(error).id).toBe(id))

  it('names the first cause of a loss', async () => {
    broker.start()
    await settle()
    newest().error(brokerErrorOf(Object.assign(new Error('Connection refused'), { code: 4 })))
    expect(broker.state()).toMatchObject({ is: 'waiting', reason: 'badCredentials' })
  })

  it.each([
    [new RequestError({ kind: 'network' }), 'noServer'],
    [new RequestError({ kind: 'refused', code: 1403, id: 'forbidden' }), 'noTicket'],
  ])('a ticket that does not come is said apart from the broker: %s', async (error, reason) => {
    ticketError = error
    broker.start()
    await settle()
    expect(broker.state()).toMatchObject({ is: 'waiting', reason })
  })

  it('refuses a client id that the protocol cannot carry', async () => {
    prefix = 'x'.repeat(70_000)
    broker.start()
    await settle()
    expect(broker.state()).toMatchObject({ is: 'waiting', reason: 'invalidArgument' })
    expect(clients).toEqual([])
    expect(() => checkClientId('\ud800')).toThrow(BrokerError)
  })

  it('shows messages that came and went, without what is secret', async () => {
    broker.start()
    await settle()
    await live()
    await broker.publish('acm/7/call', { code: '5083', signal: { sdp: 'v=0' } }, { qos: 0 })
    newest().say('acm/7/web', { code: '9999', deviceToken: 'very "secret"', n: 1, long: 'x'.repeat(9000) })
    newest().garble('acm/7/web')
    const trace = broker.facts().trace.slice(-3)
    expect(trace).toMatchObject([
      { what: 'sent', topic: 'acm/7/call', qos: 0, payload: '{"code":"5083","signal":{"sdp":"•••"}}' },
      { what: 'unknownMessage', topic: 'acm/7/web', qos: 0 },
      { what: 'malformed', error: 'malformedText' },
    ])
    expect(trace[1]?.payload).toContain('"deviceToken":"•••","n":1')
    expect(trace[1]?.payload?.length).toBeLessThanOrEqual(TRACE_CHARACTERS)
    expect(trace[1]?.size).toBeGreaterThan(9000)
    expect(JSON.stringify(broker.facts())).not.toMatch(/secret|ticket-1/)
  })

  it('masks a secret that the cut goes through', () => {
    expect(traceable(`{"a":"${'x'.repeat(2000)}","token":"${'s'.repeat(5000)}"}`)).not.toContain('ss')
  })
})

describe('the clock of the server', () => {
  it('follows the tickets', async () => {
    expect(broker.serverNow()).toBe(now)
    serverAhead = 90_000
    broker.start()
    await settle()
    expect(broker.serverNow()).toBe(now + 90_000)
    await pass(500)
    expect(broker.serverNow()).toBe(now + 90_000)
  })
})

describe('socket address', () => {
  it.each([
    ['/mqtt', 'https://a.example/x', 'wss://a.example/mqtt'],
    ['/mqtt', 'http://localhost:8080/', 'ws://localhost:8080/mqtt'],
    ['wss://b.example/m', 'https://a.example/', 'wss://b.example/m'],
  ])('%s on %s', (url, page, address) => expect(socketAddress(url, page)).toBe(address))
})

describe('a connection that nothing comes over any more', () => {
  /** Lets so many seconds pass one by one, since one wait leads to the next. */
  const seconds = async (count: number) => {
    for (let at = 0; at < count; at += 1) await pass(1000)
  }
  const started = async () => {
    broker.start()
    await settle()
    await live()
  }

  it('is said within 10 s, though the socket stays open', async () => {
    await started()
    await seconds(60)
    expect(broker.state().is).toBe('live')
    expect(doubts).toBe(0)
    newest().awake = false
    newest().hear()
    const last = now
    let said: number | undefined
    broker.subscribe(() => {
      if (broker.state().is === 'silent') said ??= now - last
    })
    await seconds(10)
    expect(said).toBeLessThanOrEqual(8000)
    expect(broker.state()).toMatchObject({ is: 'silent', lostAt: last })
    expect(newest().ended).toBe(false)
    expect(doubts).toBe(1)
    await expect(broker.publish('a/b', { a: 1 }, { qos: 0 })).rejects.toMatchObject({ id: 'notConnected' })
  })

  it('is live again with the first word, by the same connection', async () => {
    await started()
    newest().awake = false
    await seconds(12)
    expect(broker.state().is).toBe('silent')
    newest().awake = true
    newest().hear()
    expect(broker.state().is).toBe('live')
    await seconds(30)
    expect(broker.state().is).toBe('live')
    expect(clients).toHaveLength(1)
  })

  it('is given up at last and made anew', async () => {
    await started()
    const silent = newest()
    silent.awake = false
    const last = now
    await seconds(20)
    expect(silent.ended).toBe(true)
    expect(broker.state()).toMatchObject({ is: 'waiting', reason: 'pingTimeout', lostAt: last })
    await seconds(2)
    await live()
    expect(broker.state().is).toBe('live')
  })

  it('asks nothing while messages come', async () => {
    await started()
    for (let at = 0; at < 30; at += 1) {
      newest().hear()
      await pass(1000)
    }
    expect(newest().pings).toBe(0)
  })

  it('asks nothing while nobody looks, and at once when somebody does', async () => {
    await started()
    look(false)
    newest().awake = false
    await seconds(120)
    expect(newest().pings).toBe(0)
    expect(broker.state().is).toBe('live')
    look(true)
    expect(newest().pings).toBe(1)
    await seconds(4)
    expect(broker.state().is).toBe('silent')
  })
})
