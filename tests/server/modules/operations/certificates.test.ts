// Until when certificates hold: asked of the address itself, once an hour, whether they are to be trusted or not.
import { createServer as createPlain } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCertificates } from '../../../../server/modules/operations/certificates.ts'
import { localCertificate } from '../push/certificate.ts'

const HOUR_MS = 3_600_000
const secure = createServer(localCertificate())
const plain = createPlain(socket => socket.end('no TLS here'))
let asked = 0
secure.on('connection', () => asked++)
const portOf = (server: { address(): unknown }) => {
  const address = server.address()
  return address && typeof address === 'object' && 'port' in address ? Number(address.port) : 0
}
beforeAll(async () => {
  for (const server of [secure, plain])
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  secure.close()
  plain.close()
})

test('the day comes from the address itself, and of what speaks no TLS there is none', async () => {
  const read = createCertificates({
    PUBLIC_URL: `https://localhost:${portOf(secure)}`,
    MQTT_URL: 'mqtt://127.0.0.1:1883',
    BUS_URL: undefined,
  })
  const [found, ...others] = await read()
  expect(others).toEqual([])
  expect(found).toMatchObject({ setting: 'PUBLIC_URL', problem: null })
  const hours = ((found?.expiresAt ?? 0) - Date.now()) / HOUR_MS
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThan(26)
})

test('it is asked once an hour, and what cannot be asked has its reason', async () => {
  const read = createCertificates({
    PUBLIC_URL: `https://localhost:${portOf(secure)}`,
    MQTT_URL: `mqtts://127.0.0.1:${portOf(plain)}`,
  })
  const before = asked
  const now = Date.now()
  const [, broker] = await read(now)
  await read(now + HOUR_MS - 1)
  expect(asked - before).toBe(1)
  await read(now + HOUR_MS)
  expect(asked - before).toBe(2)
  expect(broker).toMatchObject({ setting: 'MQTT_URL', expiresAt: null })
  expect(broker?.problem).toBeTruthy()
})
