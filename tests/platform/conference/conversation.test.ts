// The conversation with a conference service, over a service that is made up here.
import { expect, test } from 'vitest'
import type { WireEvent } from '../../../src/contract/conference-wire.ts'
import { converse, type Surroundings } from '../../../src/platform/conference/conversation.ts'
import type { RoomTicket } from '../../../src/platform/conference/port.ts'
import { RoomError } from '../../../src/platform/conference/room-error.ts'

const ticket: RoomTicket = {
  provider: 'builtIn',
  service: '/conference',
  appKey: 'key',
  userId: 7,
  accountName: 'u7',
  displayName: 'Anna',
  password: 'ticket',
  roomId: '1111',
  iceServers: [],
}
type Reply = { status?: number; body: unknown } | 'lost'
const ok: Reply = { body: { ret: 0 } }
const loggedIn: Reply = {
  body: { ret: 0, data: { instanceId: 'i', confNum: '1111', iceServers: [{ url: 'stun:s' }] } },
}

/** Answers by path, in order; the last answer of a path stays. */
function serviceOf(replies: { login?: Reply[]; get?: Reply[]; set?: Reply[] }) {
  const asked: { path: string; body: unknown }[] = []
  const left = {
    login: replies.login ?? [loggedIn],
    get: replies.get ?? [{ body: [] }],
    set: replies.set ?? [ok],
  }
  const waits: number[] = []
  let clock = 0
  const surroundings: Surroundings = {
    random: () => 0.5,
    now: () => clock,
    wait: async ms => {
      waits.push(ms)
      clock += ms
      await new Promise(resolve => setTimeout(resolve))
    },
    fetch: async (address, init) => {
      const path = String(address)
      asked.push({ path, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) })
      const kind = path.includes('/get/') ? 'get' : path.includes('/set/') ? 'set' : 'login'
      const queue = left[kind]
      const reply = queue.length > 1 ? queue.shift() : queue[0]
      if (reply === undefined || reply === 'lost') throw new TypeError('network')
      return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 })
    },
  }
  return { asked, waits, surroundings }
}

async function begin(replies: Parameters<typeof serviceOf>[0]) {
  const service = serviceOf(replies)
  const told: WireEvent[] = []
  const happened: string[] = []
  const conversation = await converse(
    ticket,
    {
      onEvent: event => void told.push(event),
      onAnswer: sdp => void happened.push(`answer ${sdp}`),
      onReachable: reachable => void happened.push(reachable ? 'reachable' : 'lost'),
      onForgotten: () => void happened.push('forgotten'),
    },
    service.surroundings,
  )
  const settled = (ms = 30) => new Promise(resolve => setTimeout(resolve, ms))
  return { ...service, told, happened, conversation, settled }
}

test('logs in as specified, and takes over the servers', async () => {
  const { asked, conversation } = await begin({})
  conversation.close()
  expect(asked[0]).toEqual({
    path: '/conference/v1/conference/51',
    body: {
      accountName: 'u7',
      password: 'ticket',
      appKey: 'key',
      regionId: '0',
      roomType: '1',
      webrtcVersion: '1',
    },
  })
  expect(conversation.iceServers).toEqual([{ urls: ['stun:s'] }])
})

test.each<[Reply, string]>([
  [{ body: { ret: 1 } }, 'expired'],
  [{ body: { ret: 5 } }, 'network'],
  [{ body: { ret: 6 } }, 'failed'],
  [{ body: { ret: 0 } }, 'failed'],
  [{ status: 502, body: 'bad gateway' }, 'network'],
  ['lost', 'network'],
])('a login that is answered with %j ends as %s', async (reply, end) => {
  const error = await begin({ login: [reply] }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RoomError)
  expect(error).toMatchObject({ end })
})

const text = (event: object) =>
  JSON.stringify({ from: 'service', to: '', type: 'msg', txt: JSON.stringify(event) })

test('hears events and answers, and leaves out what it does not know', async () => {
  const { told, happened, conversation, settled } = await begin({
    get: [
      {
        body: {
          ret: 0,
          data: [
            text({ event: 'ongetrealmok', realm: '1' }),
            text({ event: 'unheard-of' }),
            'nonsense',
            JSON.stringify({ from: 'service', to: '', type: 'sdp', sdp: { type: 'answer', sdp: 'v=0' } }),
          ],
        },
      },
      // The cloud answers with the bare list.
      { body: [text({ event: 'onactorleave', userName: 'u8' })] },
      { body: [] },
    ],
  })
  await settled()
  conversation.close()
  expect(told.map(({ event }) => event)).toEqual(['ongetrealmok', 'onactorleave'])
  expect(happened).toEqual(['answer v=0'])
})

test('asks every half second, and at once after something has happened', async () => {
  const { waits, conversation, settled } = await begin({
    get: [
      { body: [] },
      { body: [text({ event: 'onactorleave', userName: 'u8' })] },
      { body: [text({ event: 'onvolumechanged', volumes: [] })] },
      { body: [] },
    ],
  })
  await settled()
  conversation.close()
  expect(waits.slice(0, 3)).toEqual([500, 5, 500])
})

test('asks at once on the way in, and leaves a pause when much happens later', async () => {
  const { waits, conversation, settled } = await begin({
    get: [{ body: [text({ event: 'onactorleave', userName: 'u8' })] }],
  })
  await settled(200)
  conversation.close()
  expect(waits.slice(0, 14)).toEqual([...Array<number>(12).fill(5), 50, 50])
})

test('sends a refused message five times more, then gives up; what follows goes on', async () => {
  const refused: Reply = { status: 503, body: {} }
  const { asked, conversation } = await begin({ set: [...Array<Reply>(6).fill(refused), ok] })
  await expect(conversation.command({ cmd: 'getrealm' })).rejects.toMatchObject({ end: 'network' })
  await conversation.command({ cmd: 'hand', up: true })
  conversation.close()
  const posts = asked.filter(({ path }) => path.includes('/set/'))
  expect(posts).toHaveLength(7)
  expect(posts.at(-1)).toEqual({
    path: '/conference/v1/set/1111/i',
    body: {
      data: [JSON.stringify({ from: 'u7', to: 'service', type: 'cmd', txt: '{"cmd":"hand","up":true}' })],
    },
  })
})

test('tells once that answers stay away, and when they are back', async () => {
  const { happened, conversation, settled } = await begin({
    get: ['lost', { status: 500, body: {} }, 'lost', { body: [] }],
  })
  await settled()
  conversation.close()
  expect(happened).toEqual(['lost', 'reachable'])
})

test.each([2, 3])('ends when the service knows nothing of it (%i)', async ret => {
  const { happened, asked, settled } = await begin({ get: [{ body: { ret, msg: 'invalid' } }] })
  await settled()
  const count = asked.length
  await settled()
  expect(happened).toEqual(['forgotten'])
  expect(asked).toHaveLength(count)
})

test.each([1, 2, 3, 4, 6])('a message that is refused inside a good answer (%i) fails at once', async ret => {
  const { asked, conversation } = await begin({ set: [{ body: { ret, msg: 'no' } }, ok] })
  await expect(conversation.command({ cmd: 'getrealm' })).rejects.toMatchObject({ end: 'failed' })
  await conversation.command({ cmd: 'hand', up: true })
  conversation.close()
  expect(asked.filter(({ path }) => path.includes('/set/'))).toHaveLength(2)
})

test('a message that came too soon after the others is sent again', async () => {
  const { asked, conversation } = await begin({ set: [{ body: { ret: 5 } }, { body: { ret: 5 } }, ok] })
  await conversation.command({ cmd: 'hand', up: true })
  conversation.close()
  expect(asked.filter(({ path }) => path.includes('/set/'))).toHaveLength(3)
})

test('a service that says nothing of a post has taken it', async () => {
  const { conversation } = await begin({ set: [{ body: 'accepted' }] })
  await expect(conversation.command({ cmd: 'hand', up: true })).resolves.toBeUndefined()
  conversation.close()
})
