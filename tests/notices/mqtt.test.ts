// The broker connection with a fake client and virtual time.
import { beforeEach, describe, expect, it } from 'vitest'
import type { WebMessage } from '../../src/contract/messages.ts'
import { createBroker, waitBefore } from '../../src/platform/mqtt.ts'
import type { Broker } from '../../src/platform/mqtt-broker.ts'
import { type ClientConfig, type MqttClientLike, socketAddress } from '../../src/platform/mqtt-client.ts'
import { BrokerError } from '../../src/platform/mqtt-errors.ts'
import type { BrokerPorts } from '../../src/platform/mqtt-ports.ts'
import { TRACE_ENTRIES } from '../../src/platform/mqtt-trace.ts'

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
    return this.refuse
  }
  async unsubscribe() {}
  async publish() {}
  end() {
    this.ended = true
  }
  accept = () => this.#connect()
  say = (topic: string, payload: unknown) =>
    this.#message(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), 0)
  fail(reason: string) {
    this.#error(new BrokerError('socketError', reason))
    this.#close()
  }
}

let clients: FakeClient[]
let now: number
let timers: { at: number; run: () => void }[]
let ticketFails: boolean
let tickets: number
let wake: () => void
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
  tickets = 0
  wake = () => {}
  heard = []
  lives = 0
  const ports: BrokerPorts = {
    async ticket() {
      tickets += 1
      if (ticketFails) throw new Error('no server')
      return {
        url: '/mqtt',
        username: '7',
        ticket: `ticket-${tickets}`,
        clientIdPrefix: 'user_7_',
        topics: ['acm/7/web', 'acm/notice/web'],
        at: now,
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
    // Just below one: the full wait.
    random: () => 1,
    onWake(run) {
      wake = run
      return () => {
        wake = () => {}
      }
    },
  }
  broker = createBroker(ports, {
    onMessage: message => heard.push(message),
    onLive: () => {
      lives += 1
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

  it('draws a herd apart, never beyond the full wait', () => {
    expect(waitBefore(3, 0)).toBe(4000)
    expect(waitBefore(3, 1)).toBe(8000)
    expect(waitBefore(30, 1)).toBe(128_000)
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

describe('socket address', () => {
  it.each([
    ['/mqtt', 'https://a.example/x', 'wss://a.example/mqtt'],
    ['/mqtt', 'http://localhost:8080/', 'ws://localhost:8080/mqtt'],
    ['wss://b.example/m', 'https://a.example/', 'wss://b.example/m'],
  ])('%s on %s', (url, page, address) => expect(socketAddress(url, page)).toBe(address))
})
