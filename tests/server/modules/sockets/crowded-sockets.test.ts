// The websockets of the console's port among strangers: whose address they go by, who makes room, who does not read.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createUnsentWatch } from '../../../../server/broker/unsent.ts'
import { serveWebsocket } from '../../../../server/broker/websocket.ts'
import { createBus } from '../../../../server/bus.ts'
import { type PushService, servePush } from '../../../../server/modules/sockets/push-service.ts'
import { createRoster, type Roster } from '../../../../server/modules/sockets/roster.ts'
import { createSpokenService, type SpokenService } from '../../../../server/modules/sockets/spoken-service.ts'
import type { Person } from '../../../../server/person.ts'
import { until } from '../../broker/stage.ts'

const person = (accountId: number): Person => ({
  accountId,
  tenantId: 1,
  tenantName: 'T',
  tenantZone: 'Asia/Shanghai',
  scenario: 'community',
  username: `p${accountId}`,
  name: `Person ${accountId} ${'x'.repeat(4000)}`,
  nickname: null,
  phone: null,
  gender: null,
  departmentId: null,
  departmentName: null,
  roleNames: [],
  visitor: false,
  highest: false,
  platform: false,
  permissions: new Set(),
  resourceIds: new Set(),
  departments: null,
})

let server: Server
let url: string
let roster: Roster
let push: PushService
let spoken: SpokenService
let asked: string[]
let mqtt: string[]
let closeMqtt: () => void
beforeEach(async () => {
  server = createServer((_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `127.0.0.1:${(server.address() as AddressInfo).port}`
  roster = createRoster()
  asked = []
  mqtt = []
  const live = (userId: number) => ({ person: person(userId), tokenHash: `of ${userId}` })
  const parts = {
    config: { publicUrl: undefined, trustProxy: 1 },
    log: pino({ level: 'silent' }),
    bus: createBus(() => {}),
    sessions: { findByHash: async (hash: string) => live(Number(hash.slice(3))) },
    admit: async (address: string, ticket: string, userId: number) => {
      asked.push(address)
      return ticket === 'good' ? live(userId) : undefined
    },
  } as unknown as Parameters<typeof createSpokenService>[0]
  push = servePush({ ...parts, server, roster })
  spoken = createSpokenService(parts)
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/ws/spoken')) spoken.upgrade(request, socket, head)
  })
  closeMqtt = serveWebsocket({
    server,
    publicUrl: undefined,
    trustProxy: 1,
    unsent: createUnsentWatch(),
    accept: (link, _, address) => {
      mqtt.push(address)
      link.resume()
    },
  })
})
afterEach(async () => {
  push.stop()
  spoken.stop()
  closeMqtt()
  server.closeAllConnections()
  server.close()
})

const signIn = (userId: number, extraHeaders = {}): Socket =>
  io(`http://${url}`, {
    path: '/ws/push',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { userId, ticket: 'good' },
    extraHeaders,
  })

test('all three go by the address that the proxy saw, whatever stands left of it', async () => {
  for (const left of ['6.6.6.6', '7.7.7.7']) {
    const headers = { 'x-forwarded-for': `${left}, 1.1.1.1` }
    const broker = new WebSocket(`ws://${url}/mqtt`, 'mqtt', { headers })
    const voice = new WebSocket(`ws://${url}/ws/spoken?userId=3&ticket=bad`, { headers })
    voice.on('error', () => {})
    const colleague = signIn(3, headers)
    await Promise.all([
      once(broker, 'open'),
      new Promise<void>(resolve => voice.once('close', () => resolve())),
    ])
    await new Promise<void>(resolve => colleague.once('connectSuccess', () => resolve()))
    broker.terminate()
    colleague.disconnect()
  }
  expect([mqtt, asked]).toEqual([
    ['1.1.1.1', '1.1.1.1'],
    ['1.1.1.1', '1.1.1.1', '1.1.1.1', '1.1.1.1'],
  ])
})

test('a push connection that nobody signs in on is closed soon, and makes room before', async () => {
  const open = () => {
    const socket = new WebSocket(`ws://${url}/ws/push/?EIO=4&transport=websocket`)
    socket.on('error', () => {})
    return socket
  }
  const silent = Array.from({ length: 510 }, open)
  await until(() => silent.filter(({ readyState }) => readyState === WebSocket.CLOSED).length >= 10)
  const somebody = signIn(4)
  await new Promise<void>(resolve => somebody.once('connectSuccess', () => resolve()))
  await until(() => silent.every(({ readyState }) => readyState === WebSocket.CLOSED), 20_000)
  expect(somebody.connected).toBe(true)
  somebody.disconnect()
})

test('who does not read what is pushed is let go, and others hear it', async () => {
  const [deaf, other] = [signIn(5), signIn(6)]
  await Promise.all(
    [deaf, other].map(each => new Promise<void>(resolve => each.once('connectSuccess', () => resolve()))),
  )
  const line = Reflect.get(Reflect.get(deaf.io.engine.transport, 'ws'), '_socket')
  line.pause()
  let heard = 0
  other.onAny(() => {
    heard++
  })
  let changes = 0
  await until(() => {
    for (let n = 0; n < 50; n++) {
      roster.enter(person(1000))()
      changes += 2
    }
    return push.members.counts().connections === 1
  }, 25_000)
  expect(push.members.counts().cut).toBe(1)
  await until(() => heard >= changes)
  expect(other.connected).toBe(true)
  line.destroy()
  other.disconnect()
})

test('who does not hear what is said is let go', async () => {
  const voice = new WebSocket(`ws://${url}/ws/spoken?userId=7&ticket=good`)
  await once(voice, 'open')
  voice.pause()
  await until(() => {
    for (let n = 0; n < 20; n++) spoken.send('x'.repeat(16_000), () => true)
    return spoken.members.counts().connections === 0
  }, 25_000)
  // The line closes once; what was said meanwhile found it closed.
  expect(spoken.members.counts().cut).toBe(1)
  voice.terminate()
})
