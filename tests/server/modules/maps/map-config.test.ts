// What the operator configured for maps: told to sessions only; the tiles by range; AMap's calls through fixed hosts.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer } from '../../../../server/http/server.ts'
import { pagePolicy } from '../../../../server/http/static.ts'
import { createLog } from '../../../../server/log.ts'
import { amapServiceHost, mountAmapProxy } from '../../../../server/modules/maps/amap-proxy.ts'
import { mountMapTiles } from '../../../../server/modules/maps/map-tiles.ts'
import { startServer, type TestServer } from '../../start.ts'

const TILES = '/api/device/map/tiles.pmtiles'
const KEY = 'amap-key-0123456789'
const CODE = 'amap-code-secret-0123456789'
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-maps-'))
const file = join(folder, 'town.pmtiles')
const bytes = Buffer.concat([Buffer.from('PMTiles\u0003'), Buffer.alloc(40_000, 'street')])

let server: TestServer
beforeAll(async () => {
  writeFileSync(file, bytes)
  server = await startServer({
    AMAP_KEY: KEY,
    AMAP_SECURITY_CODE: CODE,
    GOOGLE_MAPS_KEY: 'google-key-0123456789',
    MAP_TILES: file,
    MAP_RASTER_URL: 'https://tiles.example.org/{z}/{x}/{y}.png',
    MAP_RASTER_ATTRIBUTION: '© Example',
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const ask = (headers: Record<string, string> = {}, path = TILES) => fetch(`${server.url}${path}`, { headers })
const signed = (more: Record<string, string> = {}) => ({ authorization: server.tokens.patrol, ...more })

describe('the configuration', () => {
  test('is told to everybody with an account, without the security code', async () => {
    for (const token of [server.tokens.patrol, server.tokens.stranger]) {
      const { code, data } = await server.call('/api/device/map/config', { token })
      expect(code).toBe(0)
      expect(data).toMatchObject({
        amap: { key: KEY },
        google: { key: 'google-key-0123456789' },
        street: { url: TILES, bytes: bytes.length, attribution: '© OpenStreetMap contributors' },
        raster: { url: 'https://tiles.example.org/{z}/{x}/{y}.png', mostZoom: 18 },
      })
      expect(JSON.stringify(data)).not.toContain(CODE)
    }
  })

  test('is told to nobody else', async () => {
    const { code, data } = await server.call('/api/device/map/config')
    expect(code).toBe(208)
    expect(data).toBeUndefined()
    // Visitors have no map: what is on one is where people are.
    const visitor = await server.call('/api/device/map/config', { token: server.tokens.visitor })
    expect(visitor.id).toBe('forbidden')
  })

  test('opens the page to the configured hosts and no others', () => {
    const plain = { frameAncestors: [], serviceBases: {} }
    const none = { amap: undefined, google: undefined, tiles: undefined, raster: undefined }
    expect(pagePolicy({ ...plain, maps: none })).toEqual(pagePolicy(plain))
    expect(pagePolicy(plain)['script-src']).toEqual(["'self'"])
    const amap = pagePolicy({ ...plain, maps: { ...none, amap: { key: 'k', securityCode: 'c' } } })
    expect(amap['script-src']).toContain('https://*.amap.com')
    expect(amap['script-src']?.[0]).toBe("'self'")
    expect(JSON.stringify(amap)).not.toContain('google')
    const google = pagePolicy({ ...plain, maps: { ...none, google: { key: 'k' } } })
    expect(google['script-src']).toContain('https://maps.googleapis.com')
    expect(google['script-src']).not.toContain("'unsafe-eval'")
    const raster = { url: 'http://10.0.0.9:8000/{z}/{x}/{y}.png', attribution: 'us', mostZoom: 18 }
    const pictures = pagePolicy({ ...plain, maps: { ...none, raster } })
    expect(pictures['connect-src']).toEqual(["'self'", 'http://10.0.0.9:8000'])
    expect(pictures['img-src']).toContain('http://10.0.0.9:8000')
    const own = { ...raster, url: '/tiles/{z}/{x}/{y}.png' }
    expect(pagePolicy({ ...plain, maps: { ...none, raster: own } })).toEqual(pagePolicy(plain))
  })
})

describe('the street tiles', () => {
  test('come by range, with a mark', async () => {
    const answer = await ask(signed({ range: 'bytes=0-15' }))
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes 0-15/${bytes.length}`)
    expect(answer.headers.get('content-length')).toBe('16')
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]+"$/)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(0, 16))
  })

  test.each([
    ['bytes=100-199', 206, 100, 199],
    ['bytes=39000-999999', 206, 39_000, bytes.length - 1],
    ['bytes=-10', 206, bytes.length - 10, bytes.length - 1],
    ['bytes=40000-', 206, 40_000, bytes.length - 1],
  ])('%s', async (range, status, start, end) => {
    const answer = await ask(signed({ range }))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes.length}`)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(start, end + 1))
  })

  test.each(['bytes=999999-', 'bytes=50-40', `bytes=${bytes.length}-`])(
    '%s is no part of it',
    async range => {
      const answer = await ask(signed({ range }))
      expect(answer.status).toBe(416)
      expect(answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
    },
  )

  test.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=-', 'bytes=a-b'])('%s gives the whole', async range => {
    const answer = await ask(signed({ range }))
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes.length)
  })

  test('a part of another archive is not given as one of this', async () => {
    const answer = await ask(signed({ range: 'bytes=0-1', 'if-range': '"other"' }))
    expect(answer.status).toBe(200)
    const mark = answer.headers.get('etag') ?? ''
    await answer.arrayBuffer()
    expect((await ask(signed({ range: 'bytes=0-1', 'if-range': mark }))).status).toBe(206)
    expect((await ask(signed({ 'if-none-match': mark }))).status).toBe(304)
  })

  test('are nobody’s without a session, and no path leads elsewhere', async () => {
    const strangers: Record<string, string>[] = [{}, { authorization: 'nonsense' }, { range: 'bytes=0-1' }]
    for (const headers of strangers) {
      const answer = await ask(headers)
      expect(answer.headers.get('accept-ranges')).toBeNull()
      expect(await answer.json()).toMatchObject({ code: 208 })
    }
    for (const path of ['/api/device/map/..%2f..%2fetc/passwd', `${TILES}/../secrets.json`, `${TILES}/x`])
      expect((await ask(signed(), path)).status).toBe(404)
  })

  test('another file under the name is another archive; a broken one is not offered', async () => {
    const before = (await ask(signed({ range: 'bytes=0-1' }))).headers.get('etag')
    truncateSync(file, 30_000)
    const after = await ask(signed({ range: 'bytes=0-1' }))
    expect(after.headers.get('etag')).not.toBe(before)
    const config = async () =>
      (await server.call('/api/device/map/config', { token: server.tokens.patrol })).data
    expect(await config()).toMatchObject({ street: { bytes: 30_000 } })
    writeFileSync(file, 'not a map at all')
    expect(await config()).toMatchObject({ street: null })
    rmSync(file)
    expect(await config()).toMatchObject({ street: null })
    expect((await ask(signed({ range: 'bytes=0-1' }))).status).toBe(404)
    writeFileSync(file, bytes)
  })
})

describe('AMap’s calls', () => {
  const asked: string[] = []
  let upstream: Server
  let answer: (request: IncomingMessage) => { status?: number; type?: string; body?: Buffer | string }
  let proxy: Awaited<ReturnType<typeof createHttpServer>>
  const sessions = new Map([['aa11', { permissions: [] }]])
  const parts = () => ({ ...server.app.parts, log: createLog({ logLevel: 'silent' }) })
  const host = (tokenHash = 'aa11') => amapServiceHost(server.app.parts, tokenHash)
  const inject = (url: string, method: 'GET' | 'POST' = 'GET') => proxy.inject({ method, url })

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      asked.push(`${request.headers.host} ${request.url}`)
      const { status = 200, type = 'application/json', body = '{"status":"1"}' } = answer(request)
      response.writeHead(status, { 'content-type': type, location: 'http://127.0.0.1:1/' }).end(body)
    })
    await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve))
    const address = upstream.address()
    const port = typeof address === 'object' && address ? address.port : 0
    proxy = await createHttpServer({ trustProxy: false }, parts().log)
    const given = parts()
    const found = { person: (await given.sessions.find(server.tokens.patrol))?.person, tokenHash: '' }
    mountAmapProxy(
      proxy,
      {
        ...given,
        sessions: {
          ...given.sessions,
          findByHash: async hash =>
            sessions.has(hash) && found.person ? { person: found.person, tokenHash: hash } : undefined,
        },
      },
      {
        rest: `http://127.0.0.1:${port}`,
        styles: `http://localhost:${port}`,
        vectors: `http://127.0.0.1:${port}`,
      },
    )
  })
  afterAll(async () => {
    await proxy.close()
    upstream.close()
  })

  test('get the security code added and go to their host', async () => {
    answer = () => ({ type: 'application/javascript;charset=UTF-8', body: 'jsonp_1({})' })
    asked.length = 0
    const reply = await inject(
      `${host()}/v3/place/text?key=${KEY}&keywords=%E5%85%AC&callback=jsonp_1&jscode=theirs`,
    )
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('jsonp_1({})')
    expect(reply.headers['content-type']).toContain('javascript')
    expect(reply.headers['content-security-policy']).toContain('sandbox')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    const [seen = ''] = asked
    expect(seen).toContain('/v3/place/text?')
    expect(new URL(`http://x${seen.split(' ')[1]}`).searchParams.getAll('jscode')).toEqual([CODE])
    expect(reply.body + JSON.stringify(reply.headers)).not.toContain(CODE)
    await inject(`${host()}/v4/map/styles?key=${KEY}`)
    expect(asked.at(-1)).toMatch(/^localhost:/)
  })

  test('are served with our key only', async () => {
    answer = () => ({})
    await inject(`${host()}/v3/config/district?key=somebody-else`)
    expect(asked.at(-1)).toContain(`key=${KEY}`)
    expect(asked.at(-1)).not.toContain('somebody-else')
  })

  test('need a ticket of a live session', async () => {
    const before = asked.length
    const [hash = '', signature = ''] = (host().split('/').at(-2) ?? '').split('.')
    const tickets = [
      '',
      hash,
      `${hash}.`,
      `${hash}.${signature.slice(1)}x`,
      `bb22.${signature}`,
      host('bb22').split('/').at(-2) ?? '',
    ]
    for (const ticket of tickets) {
      const reply = await inject(`/api/device/map/amap/${ticket}/_AMapService/v3/place/text`)
      expect([403, 404], ticket).toContain(reply.statusCode)
    }
    sessions.delete('aa11')
    expect((await inject(`${host()}/v3/place/text`)).statusCode).toBe(403)
    sessions.set('aa11', { permissions: [] })
    expect(asked.length).toBe(before)
  })

  test.each([
    '/v3/../../admin',
    '/v3/%2e%2e/admin',
    '//evil.example/v3/x',
    '/http://evil.example/',
    '/v3/place/text%0d%0aHost:evil',
    '/admin',
    '/v3/',
    '/v3/place/text?callback=alert(1)//',
    `/v3/place/text?x=${'y'.repeat(5000)}`,
  ])('go nowhere else: %s', async path => {
    const before = asked.length
    expect((await inject(`${host()}${path}`)).statusCode).toBe(404)
    expect(asked.length).toBe(before)
  })

  test('are only asked, never sent', async () => {
    expect((await inject(`${host()}/v3/place/text`, 'POST')).statusCode).toBe(404)
  })

  test.each([
    ['a page', () => ({ type: 'text/html', body: '<script>alert(1)</script>' })],
    ['an error', () => ({ status: 500 })],
    ['a way elsewhere', () => ({ status: 302 })],
    ['more than is sane', () => ({ body: Buffer.alloc(9 * 1024 * 1024) })],
  ])('%s is not passed on', async (_name, what) => {
    answer = what
    const reply = await inject(`${host()}/v3/place/text`)
    expect(reply.statusCode).toBe(502)
    expect(reply.json()).toMatchObject({ id: 'unavailable' })
    expect(reply.body).not.toContain('script')
  })

  test('have an address of the session in the configuration', async () => {
    const { data } = await server.call('/api/device/map/config', { token: server.tokens.patrol })
    expect(JSON.stringify(data)).toMatch(/\/api\/device\/map\/amap\/[0-9a-f]{64}\.[\w-]{43}\/_AMapService"/)
    expect(JSON.stringify(data)).not.toContain(server.tokens.patrol)
  })
})

describe('without configuration', () => {
  test('there are no tiles and there is no way to AMap', async () => {
    const { parts } = server.app
    const none = { amap: undefined, google: undefined, tiles: undefined, raster: undefined }
    const bare = { ...parts, config: { ...parts.config, maps: none } }
    const http = await createHttpServer({ trustProxy: false }, createLog({ logLevel: 'silent' }))
    mountMapTiles(http, bare)
    mountAmapProxy(http, bare)
    const tiles = await http.inject({ url: TILES, headers: { authorization: server.tokens.patrol } })
    expect(tiles.statusCode).toBe(404)
    const amap = await http.inject({ url: `${amapServiceHost(parts, 'aa11')}/v3/place/text` })
    expect(amap.statusCode).toBe(404)
    await http.close()
  })
})
