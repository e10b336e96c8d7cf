// Traces, received by a collector of this test's own: requests, and one SOS from the device to the push message.
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startServer, type TestServer } from '../../start.ts'
import { connectedDevice } from './speaking-device.ts'

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.optional(z.string()),
    intValue: z.optional(z.union([z.string(), z.number()])),
  }),
})
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(attribute),
})
type Span = z.output<typeof span>
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

const spans: Span[] = []
const bodies: string[] = []
const services = new Set<string | undefined>()
let collector: Server
let server: TestServer

beforeAll(async () => {
  collector = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString()
      bodies.push(`${request.url} ${body}`)
      for (const { resource, scopeSpans } of z.parse(sent, JSON.parse(body)).resourceSpans) {
        services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue)
        spans.push(...scopeSpans.flatMap(each => each.spans))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>(resolve => void collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  const port = typeof address === 'object' && address ? address.port : 0
  server = await startServer(
    { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` },
    { post: async () => ({ is: 'accepted' }) },
  )
})
afterAll(async () => {
  await server.stop()
  collector.closeAllConnections()
  collector.close()
})

const named = (name: string) => spans.filter(each => each.name === name)
const came = (name: string, fits: (span: Span) => boolean = () => true) =>
  expect.poll(() => named(name).some(fits), { timeout: 20_000, interval: 200, message: name }).toBe(true)

test('a request is one span with the pattern of its address, and neither its query nor its token', async () => {
  await server.call('/api/device/device/page', {
    token: server.tokens.admin,
    query: { name: 'looked-for' },
  })
  await came('GET /api/device/device/page')
  const [found] = named('GET /api/device/device/page')
  const facts = new Map(found?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
  expect(facts.get('http.route')).toBe('/api/device/device/page')
  expect(Number(facts.get('http.response.status_code'))).toBe(200)
  expect([...services]).toEqual(['gatehouse'])
  expect(bodies.every(body => body.startsWith('/v1/traces '))).toBe(true)
})

test('an SOS is followed from its arrival over storing and fan-out to the push message', async () => {
  const subscribed = await server.call('/api/message/push/subscribe', {
    token: server.tokens.admin,
    body: {
      endpoint: 'https://push.example.com/one',
      p256dh: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      label: 'Test',
      language: 'en',
    },
  })
  expect(subscribed).toMatchObject({ code: 0 })
  const device = await connectedDevice(server)
  await device.say({ code: '3001', type: 15 })
  await device.end()
  await came('push')
  const [push] = named('push')
  const way: string[] = []
  for (let at = push; at; at = spans.find(({ spanId }) => spanId === at?.parentSpanId)) {
    way.push(at.name)
    // What it followed from may come with the next sending.
    if (at.parentSpanId)
      await expect.poll(() => spans.some(({ spanId }) => spanId === at?.parentSpanId)).toBe(true)
  }
  expect(way).toEqual(['push', 'fan-out', 'store', 'receive'])
  const { traceId } = push ?? {}
  expect(spans.filter(each => each.traceId === traceId).map(({ name }) => name)).toEqual(
    expect.arrayContaining(way),
  )
})

test('a background job is a span of its own', async () => {
  await came('job cleaning', ({ parentSpanId }) => !parentSpanId)
})

test('nothing of it names a device, a person or a token', () => {
  const all = bodies.join('\n')
  expect(all).not.toContain(server.here.imei)
  expect(all).not.toContain(server.tokens.admin)
  expect(all).not.toContain('looked-for')
  expect(all).not.toContain('push.example.com')
})
