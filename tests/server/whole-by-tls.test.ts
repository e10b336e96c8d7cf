// The whole console with a certificate of its own: page, calls, live data by websocket; and nothing without TLS.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { WHOLE } from '../../server/db/scoped.ts'
import { createLog } from '../../server/log.ts'
import { hashPassword } from '../../server/modules/session/password.ts'
import { type Authority, createAuthority } from './broker/authority.ts'
import { insert } from './insert-row.ts'
import { layDatabase } from './prepared-database.ts'

const PASSWORD = 'Test-2026!'
let own: Authority
let cert = ''
let dataDir: string
let app: App
let port = 0

beforeAll(async () => {
  own = createAuthority('Console')
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-whole-by-tls-'))
  await layDatabase(dataDir)
  const pair = own.issue('localhost', { alternative: 'DNS:localhost,IP:127.0.0.1' })
  cert = pair.cert
  const config = readConfig({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DEMO: 'off',
    SIMULATE: 'off',
    PUBLIC_URL: 'https://localhost',
    TLS_CERT: cert,
    TLS_KEY: pair.key,
    LOG_LEVEL: 'silent',
  })
  app = await createApp({ ...config, port: 0 }, createLog(config))
  const { data } = app.parts
  const hash = await hashPassword(PASSWORD)
  await data.scoped(WHOLE, async sql => {
    const platform = await sql.first<{ id: number }>(`select id from tenant where scenario = 'platform'`)
    await insert(sql, 'account', {
      tenant_id: platform?.id,
      username: 'root',
      name: 'Root',
      password_hash: hash,
      highest: true,
    })
  })
  port = await app.listen()
})
afterAll(async () => {
  await app?.close()
  own.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

const trusted = () => ({ host: '127.0.0.1', port, servername: 'localhost', ca: readFileSync(own.ca) })

interface BrokerConfig {
  username: string
  ticket: string
  clientIdPrefix: string
}

interface Answered {
  status: number | undefined
  headers: NodeJS.Dict<string | string[]>
  body: string
}

const ask = (path: string, { body, token }: { body?: object; token?: string } = {}) =>
  new Promise<Answered>((resolve, reject) => {
    const asked = request(
      {
        ...trusted(),
        path,
        agent: false,
        method: body ? 'POST' : 'GET',
        headers: {
          host: 'localhost',
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: token }),
        },
      },
      answer => {
        let text = ''
        answer.on('data', part => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: text }))
      },
    )
    asked.on('error', reject)
    asked.end(body && JSON.stringify(body))
  })

test('is ready, and says how its certificate is', async () => {
  expect((await ask('/api/ready')).status).toBe(200)
  const health = await ask('/api/health')
  expect(health.status).toBe(200)
  expect(JSON.parse(health.body)).toMatchObject({ consoleTls: { status: 'ok' } })
  await expect(fetch(`http://127.0.0.1:${port}/api/ready`)).rejects.toThrow()
})

test('somebody logs in, and hears live data by the same port', async () => {
  const login = await ask('/api/auth/auth/login', { body: { username: 'root', password: PASSWORD } })
  const token = String(login.headers.authorization)
  expect(login.headers['strict-transport-security']).toMatch(/^max-age=/)
  const answer = await ask('/api/message/message/config', { token, body: {} })
  const { username, ticket, clientIdPrefix } = (JSON.parse(answer.body) as { data: BrokerConfig }).data
  const client = mqtt.connect(`wss://127.0.0.1:${port}/mqtt`, {
    clientId: `${clientIdPrefix}tls`,
    username,
    password: ticket,
    reconnectPeriod: 0,
    ca: readFileSync(own.ca),
  })
  await new Promise((resolve, reject) => {
    client.once('connect', resolve)
    client.once('error', reject)
  })
  await client.endAsync()
})

test('its container asks it the way it speaks', async () => {
  const program = join(import.meta.dirname, '../../deploy/container/live.mjs')
  const lives = (more: NodeJS.ProcessEnv) =>
    new Promise<boolean>(resolve => {
      const env = { ...process.env, PORT: String(port), ...more }
      execFile(process.execPath, [program], { env }, error => resolve(error === null))
    })
  expect(await lives({ TLS_CERT: cert })).toBe(true)
  expect(await lives({ TLS_CERT: '' })).toBe(false)
  expect(await lives({ TLS_CERT: cert, PORT: '1' })).toBe(false)
})
