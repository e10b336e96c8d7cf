// TLS on the console's own port: what it shows, what replaces it while the server runs, and that it never speaks without.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { type ConsoleTls, createConsoleTls } from '../../../server/http/console-tls.ts'
import { createHttpServer } from '../../../server/http/server.ts'
import { createLog } from '../../../server/log.ts'
import { type Authority, createAuthority, type Pair } from '../broker/authority.ts'
import { until } from '../broker/stage.ts'

let own: Authority
let folder: string
const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') })
const issue = () => own.issue('localhost', { alternative: 'DNS:localhost' })
const install = ({ cert, key }: Pair) => {
  copyFileSync(cert, files().cert)
  copyFileSync(key, files().key)
}
beforeAll(() => {
  own = createAuthority('Console')
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-console-tls-'))
})
afterAll(() => {
  own.remove()
  rmSync(folder, { recursive: true, force: true })
})

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A console that answers how it was asked. */
async function start(): Promise<{ tls: ConsoleTls; port(): number | undefined }> {
  const log = createLog({ logLevel: 'silent' })
  const tls = createConsoleTls({ files: files(), log, lookEveryMs: 20 })
  const http = await createHttpServer({ trustProxy: false, strictTransport: 'host' }, log, tls)
  http.get('/api/asked', async asked => ({ protocol: asked.protocol }))
  await tls.keep(() => http.listen({ host: '127.0.0.1', port: 0 }))
  closers.push(tls.stop, () => http.close())
  const port = () => {
    const address = http.server.address()
    return typeof address === 'object' && address ? address.port : undefined
  }
  return { tls, port }
}

const trusted = () => ({ host: '127.0.0.1', servername: 'localhost', ca: readFileSync(own.ca) })
const ask = (port: number | undefined) =>
  new Promise<{ status: number | undefined; body: string; strict: unknown }>((resolve, reject) => {
    request({ ...trusted(), port, path: '/api/asked', agent: false }, answer => {
      let body = ''
      answer.on('data', part => {
        body += part
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode, body, strict: answer.headers['strict-transport-security'] }),
      )
    })
      .on('error', reject)
      .end()
  })
const shown = (port: number | undefined, more: object = {}) =>
  new Promise<TLSSocket>((resolve, reject) => {
    const socket = connect({ ...trusted(), port: port ?? 0, ...more }, () => resolve(socket))
    socket.on('error', reject)
    closers.push(() => socket.destroy())
  })
const serialOf = (socket: TLSSocket) => socket.getPeerCertificate().serialNumber
const serialAt = async (port: number | undefined) => serialOf(await shown(port))

test('answers by TLS 1.2 or newer and HTTP/1.1, knows that it does, and answers nothing without', async () => {
  install(issue())
  const { tls, port } = await start()
  const answer = await ask(port())
  expect(answer).toMatchObject({ status: 200, body: '{"protocol":"https"}' })
  expect(answer.strict).toMatch(/^max-age=31536000/)
  expect((await shown(port(), { ALPNProtocols: ['h2', 'http/1.1'] })).alpnProtocol).toBe('http/1.1')
  await expect(shown(port(), { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' })).rejects.toThrow()
  await expect(fetch(`http://127.0.0.1:${port()}/api/asked`)).rejects.toThrow()
  expect(tls.health()).toEqual({ status: 'ok', expiresAt: expect.any(Number) })
})

test('a new pair is used from then on, connections that stand stay, and a bad one changes nothing', async () => {
  install(issue())
  const { tls, port } = await start()
  const standing = await shown(port())
  const before = serialOf(standing)
  install(issue())
  await until(async () => (await serialAt(port())) !== before)
  const renewed = await serialAt(port())
  standing.write('GET /api/asked HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(String(await new Promise(resolve => standing.once('data', resolve)))).toMatch(/^HTTP\/1.1 200/)
  writeFileSync(files().cert, 'no certificate')
  await until(async () => tls.health().status === 'act')
  expect(tls.health().problem).toMatch(/^TLS_CERT: /)
  expect(await serialAt(port())).toBe(renewed)
})

test('where there is none to use the port stays closed, and opens once there is', async () => {
  const past = own.issue('localhost', { from: '20200101000000Z', to: '20200201000000Z' })
  install(past)
  const { tls, port } = await start()
  expect(port()).toBeUndefined()
  expect(tls.health()).toMatchObject({
    status: 'refused',
    problem: expect.stringMatching(/ended on 2020-02-01/),
  })
  install(issue())
  await until(async () => port() !== undefined)
  expect((await ask(port())).status).toBe(200)
})

test('is set by both files or none, and not beside the demo', () => {
  const production = { NODE_ENV: 'production', DATA_DIR: folder }
  expect(readConfig(production).consoleTls).toBeUndefined()
  expect(readConfig({ ...production, TLS_CERT: '/c.pem', TLS_KEY: '/k.pem' }).consoleTls).toEqual({
    cert: '/c.pem',
    key: '/k.pem',
  })
  for (const one of ['TLS_CERT', 'TLS_KEY'])
    expect(() => readConfig({ ...production, [one]: '/x.pem' })).toThrow(/TLS_CERT, TLS_KEY/)
  expect(() => readConfig({ DATA_DIR: folder, TLS_CERT: '/c.pem', TLS_KEY: '/k.pem' })).toThrow(/DEMO=off/)
})
