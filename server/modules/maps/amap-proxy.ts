// AMap's calls on their way through this server, which adds the security code: to three fixed hosts, for sessions only.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { MapParts } from './parts.ts'

/** AMap's script asks below an address that ends so; it sends no headers of ours, hence the ticket before it. */
const PREFIX = '_AMapService'
const TIMEOUT_MS = 10_000
const MOST_BYTES = 8 * 1024 * 1024
const MOST_QUERY = 4_000
/** As many requests as a map makes while it is moved fast. */
const CALLS = { perSecond: 60, atOnce: 600 }

/** Content types that are passed on: data, pictures, and AMap's answers as JSONP. */
const TYPES =
  /^(application\/(json|(x-)?javascript|octet-stream)|text\/(plain|javascript)|image\/[\w.+-]+)\b/i
const PATH = /^v\d{1,2}(\/[\w-]{1,40}){1,6}$/
const CALLBACK = /^[\w$.]{1,100}$/

export interface AmapHosts {
  styles: string
  vectors: string
  rest: string
}

const HOSTS: AmapHosts = {
  styles: 'https://webapi.amap.com',
  vectors: 'https://fmap01.amap.com',
  rest: 'https://restapi.amap.com',
}

/** Where AMap's script of this session asks. It is no credential for anything else and dies with the session. */
export const amapServiceHost = (parts: Pick<MapParts, 'config'>, tokenHash: string): string =>
  `/api/device/map/amap/${tokenHash}.${signatureOf(parts, tokenHash)}/${PREFIX}`

const signatureOf = ({ config }: Pick<MapParts, 'config'>, tokenHash: string): string =>
  createHmac('sha256', config.secrets.keyFor('amap proxy')).update(tokenHash).digest('base64url')

/** Mounts the way to AMap where a key is configured. `hosts` stands in for AMap in tests. */
export function mountAmapProxy(app: FastifyInstance, parts: MapParts, hosts: AmapHosts = HOSTS): void {
  const { amap } = parts.config.maps
  if (!amap) return
  const bucket = createBucket(CALLS)
  app.get<{ Params: { ticket: string; '*': string } }>(
    `/api/device/map/amap/:ticket/${PREFIX}/*`,
    async (request, reply) => {
      const tokenHash = await sessionOf(parts, request.params.ticket)
      if (!bucket(tokenHash)) throw new Refused('throttled', { status: 429 })
      const address = upstreamOf(hosts, request.params['*'], request.raw.url ?? '', amap)
      const { type, body } = await ask(address).catch(error => {
        // The address carries the code, so it is not logged.
        parts.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'AMap did not answer')
        throw new Refused('unavailable', { status: 502 })
      })
      return reply
        .header('cache-control', 'private, max-age=300')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .header('referrer-policy', 'no-referrer')
        .header('content-type', type)
        .send(body)
    },
  )
}

/** The session behind a ticket. It is signed, so nobody else can make an address that a page of ours would load. */
async function sessionOf(parts: MapParts, ticket: string): Promise<string> {
  const [tokenHash = '', signature = ''] = ticket.split('.')
  const expected = Buffer.from(signatureOf(parts, tokenHash))
  const given = Buffer.from(signature)
  const real = expected.length === given.length && timingSafeEqual(expected, given)
  if (!real || !(await parts.sessions.findByHash(tokenHash)))
    throw new Refused('session.ended', { status: 403 })
  return tokenHash
}

function upstreamOf(
  hosts: AmapHosts,
  path: string,
  url: string,
  { key, securityCode }: { key: string; securityCode: string },
): URL {
  const start = url.indexOf('?')
  const text = start < 0 ? '' : url.slice(start + 1)
  const query = new URLSearchParams(text)
  const callback = query.get('callback')
  if (!PATH.test(path) || text.length > MOST_QUERY || (callback !== null && !CALLBACK.test(callback)))
    throw new Refused('route.unknown', { status: 404 })
  query.set('jscode', securityCode)
  // Our own key replaces any other: the security code must serve nobody else's.
  if (query.has('key')) query.set('key', key)
  const host =
    path === 'v4/map/styles' ? hosts.styles : path.startsWith('v3/vectormap') ? hosts.vectors : hosts.rest
  const upstream = new URL(`${host}/${path}`)
  upstream.search = query.toString()
  return upstream
}

async function ask(address: URL): Promise<{ type: string; body: Buffer }> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !response.body || !TYPES.test(type)) {
    await response.body?.cancel()
    throw new Error('AMap answered something else')
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('AMap answered too much')
    chunks.push(chunk)
  }
  return { type, body: Buffer.concat(chunks) }
}
