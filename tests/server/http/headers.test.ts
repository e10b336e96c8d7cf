// What every answer says to browsers, whoever gives it: pages, calls, files, refusals and addresses that lead nowhere.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer } from '../../../server/http/server.ts'
import { createLog } from '../../../server/log.ts'
import { startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: 'a token that opens the metrics' })
})
afterAll(() => server.stop())

const SOMEWHERE = [
  '/',
  '/index.html',
  '/door',
  '/resident',
  '/sw.js',
  '/assets/nothing-12345678.js',
  '/no/page/of/ours',
  '/no-file.txt',
  '/api/health',
  '/api/nothing',
  '/api/docs',
  '/api/openapi.json',
  '/api/device/device/page',
  '/files/nothing',
  `/files/${'x'.repeat(43)}`,
  '/metrics',
  '/conference/v1/get/1/2',
  '/ws/push/?EIO=4&transport=polling',
  '/%zz',
]
const TOO_LONG = `/${'long'.repeat(3000)}`
/** Says nothing of anybody, and is the same for everybody until the next release. */
const PUBLIC = /^\/api\/(docs|openapi\.json)/

describe('every answer', () => {
  test.each([...SOMEWHERE.map(path => [path, path]), ['what is too long', TOO_LONG]])(
    '%s is read as what it is, tells nobody where it was, and is framed by nobody',
    async (_, path) => {
      const answer = await fetch(`${server.url}${path}`, {
        redirect: 'manual',
        headers: { accept: 'text/html' },
      })
      const { headers } = answer
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const type = headers.get('content-type') ?? ''
      if ((await answer.text()) !== '') expect(type).not.toBe('')
      if (/^text\/|json/.test(type)) expect(type).toMatch(/; ?charset=utf-8$/i)
    },
  )

  test('a refused body and a refused way of asking, too', async () => {
    for (const init of [
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
      { method: 'POST', body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { method: 'PUT' },
    ]) {
      const { headers } = await fetch(`${server.url}/api/auth/auth/login`, init)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('a call is not kept by anything between', async () => {
    for (const path of SOMEWHERE.filter(each => each.startsWith('/api/') && !PUBLIC.test(each)))
      expect([path, (await fetch(`${server.url}${path}`)).headers.get('cache-control')]).toEqual([
        path,
        'no-store',
      ])
  })

  test('no page of another origin may read one', async () => {
    const answer = await fetch(`${server.url}/api/health`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    expect([...answer.headers.keys()].filter(name => name.startsWith('access-control-'))).toEqual([])
  })

  test('is not given to TRACE', async () => {
    const { hostname, port } = new URL(server.url)
    const heard = await new Promise<string>(resolve => {
      const socket = connect({ host: hostname, port: Number(port) }, () =>
        socket.write('TRACE / HTTP/1.1\r\nHost: localhost\r\nX-Secret: told\r\nConnection: close\r\n\r\n'),
      )
      let text = ''
      socket.on('data', chunk => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text)).on('error', () => resolve(text))
    })
    expect(heard).not.toContain('told')
  })
})

describe('TLS for good', () => {
  const said = async (
    config: Parameters<typeof createHttpServer>[0],
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const app = await createHttpServer(config, createLog({ logLevel: 'silent' }))
    app.get('/here', async () => 'here')
    const answers = [
      await app.inject({ url: '/here', headers }),
      await app.inject({ url: '/there', headers }),
    ]
    await app.close()
    const [here, there] = answers.map(answer => answer.headers['strict-transport-security'])
    expect(there).toBe(here)
    return here
  }
  const YEAR = 'max-age=31536000'
  const byTls = { 'x-forwarded-proto': 'https' }

  test('is asked of whoever came by it, as a trusted proxy says', async () => {
    expect(await said({ trustProxy: 1 }, byTls)).toBe(`${YEAR}; includeSubDomains`)
    expect(await said({ trustProxy: 1 })).toBeUndefined()
    expect(await said({ trustProxy: false }, byTls)).toBeUndefined()
  })
  test('is asked of everybody where the own address has it', async () => {
    expect(await said({ trustProxy: false, publicUrl: 'https://console.example' })).toBe(
      `${YEAR}; includeSubDomains`,
    )
    expect(await said({ trustProxy: false, publicUrl: 'http://console.example' })).toBeUndefined()
  })
  test('reaches as far as the installation says', async () => {
    expect(await said({ trustProxy: 1, strictTransport: 'host' }, byTls)).toBe(YEAR)
    expect(await said({ trustProxy: 1, strictTransport: 'off' }, byTls)).toBeUndefined()
  })
})
