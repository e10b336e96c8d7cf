// The adapter to a real carrier's platform, against a platform of our own: signatures both ways, and everything that
// goes wrong on the way.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createGatewayCarrier,
  signAnswer,
  signRequest,
} from '../../../../server/modules/sim-cards/carrier-gateway.ts'

const SECRET = 'a secret of the carrier'
const APP = 'gatehouse-test'

interface Seen {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

let platform: Server
let url: string
let seen: Seen[]
let answer: {
  status?: number
  body?: string
  data?: unknown
  code?: string
  secret?: string
  afterMs?: number
  signed?: boolean
}

beforeEach(async () => {
  seen = []
  answer = {}
  platform = createServer((request, response) => {
    let text = ''
    request.on('data', chunk => {
      text += String(chunk)
    })
    request.on('end', () => {
      const { headers } = request
      const path = request.url ?? ''
      seen.push({ path, headers, body: JSON.parse(text) })
      const nonce = String(headers['x-nonce'])
      const good = signRequest(SECRET, { path, timestamp: String(headers['x-timestamp']), nonce, body: text })
      const status = answer.status ?? (headers['x-signature'] === good ? 200 : 401)
      const body = answer.body ?? JSON.stringify({ code: answer.code ?? '0', msg: 'told', data: answer.data })
      const reply = () => {
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(answer.signed === false
            ? {}
            : { 'x-signature': signAnswer(answer.secret ?? SECRET, { nonce, body }) }),
        })
        response.end(body)
      }
      if (answer.afterMs === undefined) reply()
      else setTimeout(reply, answer.afterMs).unref()
    })
  })
  await new Promise<void>(resolve => platform.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/iot/v1`
})
afterEach(
  () =>
    new Promise<void>(resolve => {
      platform.closeAllConnections()
      platform.close(() => resolve())
    }),
)

const carrier = (more: Partial<Parameters<typeof createGatewayCarrier>[0]> = {}) =>
  createGatewayCarrier({
    url,
    appId: APP,
    secret: SECRET,
    timeoutMs: 2000,
    now: () => 1_700_000_000_000,
    ...more,
  })

test('states come by their codes; one that is not in the table is an exception', async () => {
  answer = {
    data: [
      { iccid: '8986a', status: 4, activatedAt: 1_600_000_000_000 },
      { iccid: '8986B', status: '5' },
      { iccid: '8986C', status: '3' },
    ],
  }
  const states = await carrier().states(['8986A', '8986B', '8986C'])
  expect([...states]).toEqual([
    ['8986A', { state: 'liveActive', activatedAt: 1_600_000_000_000 }],
    ['8986B', { state: 'stopped', activatedAt: null }],
    ['8986C', { state: 'exception', activatedAt: null }],
  ])
  expect(seen[0]).toMatchObject({
    path: '/iot/v1/cards/states',
    body: { iccids: ['8986A', '8986B', '8986C'] },
    headers: { 'x-app-id': APP, 'x-timestamp': '1700000000000' },
  })
})

test('usage, orders and their outcomes in batches', async () => {
  answer = { data: [{ iccid: 'A', totalMegabytes: 12.5, lastUsedAt: 5 }] }
  expect(await carrier().usage(['A', 'B'])).toEqual(new Map([['A', { totalMegabytes: 12.5, lastUsedAt: 5 }]]))
  answer = {
    data: [
      { number: '1', accepted: true },
      { number: '2', accepted: false, reason: 'no\u0000t real\nname' },
    ],
  }
  const request = { kind: 'suspend', subject: 'A', amount: null } as const
  expect(
    await carrier().order([
      { number: '1', ...request },
      { number: '2', ...request },
    ]),
  ).toEqual(
    new Map<string, unknown>([
      ['1', { taken: true }],
      ['2', { taken: false, reason: 'no t real name' }],
    ]),
  )
  answer = {
    data: [
      { number: '1', state: 'success' },
      { number: '2', state: 'failed', reason: 'arrears' },
      { number: '3', state: 'processing' },
      { number: '4', state: 'unknown' },
    ],
  }
  expect([...(await carrier().outcomes(['1', '2', '3', '4'])).values()]).toEqual([
    { state: 'done' },
    { state: 'refused', reason: 'arrears' },
    { state: 'working' },
    { state: 'unknown' },
  ])
})

test('every request is signed anew, never with the same nonce', async () => {
  answer = { data: [] }
  await carrier().states(['A'])
  await carrier().states(['A'])
  const [one, two] = seen.map(({ headers }) => headers['x-nonce'])
  expect(one).not.toBe(two)
})

describe('what cannot be believed or understood is a problem, never an answer', () => {
  const fault = (more = {}) =>
    carrier(more)
      .states(['A'])
      .then(
        () => 'none',
        error => error.fault,
      )
  test('it does not answer in time', async () => {
    answer = { data: [], afterMs: 5_000 }
    expect(await fault({ timeoutMs: 50 })).toBe('timeout')
  })
  test('a slow answer within the time is an answer', async () => {
    answer = { data: [], afterMs: 60 }
    expect(await fault()).toBe('none')
  })
  test('it answers 500', async () => {
    answer = { status: 500, body: 'down' }
    expect(await fault()).toBe('http')
  })
  test('our secret is not theirs', async () => {
    answer = { data: [] }
    expect(await fault({ secret: 'another secret altogether' })).toBe('http')
  })
  test('the answer is signed by somebody else', async () => {
    answer = { data: [], secret: 'another secret altogether' }
    expect(await fault()).toBe('signature')
  })
  test('the answer is not signed', async () => {
    answer = { data: [], signed: false }
    expect(await fault()).toBe('signature')
  })
  test('the platform refuses the call', async () => {
    answer = { code: '1401', data: null }
    expect(await fault()).toBe('refused')
  })
  test.each([
    ['no JSON', 'hello'],
    ['another form', '{"code":"0","data":[{"iccid":7}]}'],
    ['no envelope', '[]'],
  ])('the answer is %s', async (_, body) => {
    answer = { body }
    expect(await fault()).toBe('answer')
  })
  test('a redirect is not followed', async () => {
    answer = { status: 302, body: '' }
    expect(await fault()).toBe('http')
  })
  test('nobody is there', async () => {
    expect(await fault({ url: 'http://127.0.0.1:1/' })).toBe('unreachable')
  })
})
