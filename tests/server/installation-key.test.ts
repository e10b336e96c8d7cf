// One database, one SECRET_KEY: a process with another one is refused, before it seals what the others cannot read.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { createLog } from '../../server/log.ts'
import { startServer, type TestServer } from './start.ts'

const key = randomBytes(24).toString('base64url')
const other = randomBytes(24).toString('base64url')

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SECRET_KEY: key })
})
afterAll(() => server.stop())

/** A second process on the database of the first, which does not listen. */
const second = async (environment: Record<string, string>) => {
  const config = readConfig({
    DATA_DIR: join(server.app.parts.config.dataDir, 'second'),
    DATABASE_URL: server.app.database.ownerUrl,
    ...{ PORT: '0', MQTT_PORT: '0', DEMO: 'on', SIMULATE: 'off', LOG_LEVEL: 'silent', ...environment },
  })
  const app = await createApp(config, createLog(config), { demoData: false })
  await app.close()
}
const noted = () =>
  server.sql(sql => sql.query<{ fingerprint: string }>('select fingerprint from installation_key'))

test('the same key is at home', async () => {
  await second({ SECRET_KEY: key })
})

test('another one is refused in words, and a folder of its own makes another one', async () => {
  const before = await noted()
  await expect(second({ SECRET_KEY: other })).rejects.toMatchObject({
    problems: [expect.stringContaining('SECRET_KEY: is not the one')],
  })
  await expect(second({})).rejects.toMatchObject({
    problems: [expect.stringContaining('SECRET_KEY: is not the one')],
  })
  expect(await noted()).toEqual(before)
  expect(before).toHaveLength(1)
  expect(JSON.stringify(before)).not.toContain(key)
})

test('it can be replaced once nobody is at work with the one before', async () => {
  await server.app.pulse()?.beat()
  await expect(second({ SECRET_KEY: other, SECRET_KEY_REPLACED: 'on' })).rejects.toMatchObject({
    problems: [expect.stringContaining('stop all processes first')],
  })
  await server.app.pulse()?.stop()
  const before = await noted()
  await second({ SECRET_KEY: other, SECRET_KEY_REPLACED: 'on' })
  expect(await noted()).not.toEqual(before)
  await second({ SECRET_KEY: other })
  await expect(second({ SECRET_KEY: key })).rejects.toThrow()
})
