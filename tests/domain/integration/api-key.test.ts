// Which permissions a key may have, and which calls it may make.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../../src/contract/endpoint.ts'
import { allEndpoints } from '../../../src/contract/endpoints/catalogue.ts'
import { entityEndpoints } from '../../../src/contract/entity-endpoints.ts'
import { isKeyCall } from '../../../src/contract/key-calls.ts'
import { apiKey, mayScopeKey } from '../../../src/domain/integration/api-key.ts'

const wire = entityEndpoints(apiKey).save.request

test('what belongs to people, and what makes keys, is no scope', () => {
  for (const permission of [
    ...[
      'apiKey.read',
      'apiKey.save',
      'notice.read',
      'task.read',
      'device.unlock',
      'device.export',
      'user.save',
    ],
    ...['user.password', 'role.save', '*', 'session', 'public', ''],
  ])
    expect([permission, mayScopeKey(permission)]).toEqual([permission, false])
  for (const permission of ['device.read', 'device.command', 'alarm.handle', 'user.read', 'role.read'])
    expect([permission, mayScopeKey(permission)]).toEqual([permission, true])
})

test('no call of a session, no upload, and no task is a key’s', () => {
  const calls = allEndpoints().filter(isKeyCall)
  expect(calls.length).toBeGreaterThan(200)
  for (const call of calls) {
    expect(call.access).toMatch(/^[A-Za-z]+\.[A-Za-z]+$/)
    expect(call.upload).toBeUndefined()
    expect(call.path).not.toMatch(/\/(found|export|import)$/)
  }
  const upload = endpoint({
    ...{ service: 'device', method: 'POST', path: 'device/photo', access: 'device.save', upload: 'image' },
    ...{ summary: '', request: z.strictObject({}), response: z.null() },
  })
  expect(isKeyCall(upload)).toBe(false)
})

test('addresses and networks are taken, names and nonsense are not', () => {
  const takes = (addresses: string) =>
    wire.safeParse({ name: 'a', scopes: ['device.read'], addresses }).success
  for (const list of ['', '203.0.113.7', '10.0.0.0/8, 2001:db8::1', '2001:db8::/32'])
    expect([list, takes(list)]).toEqual([list, true])
  for (const list of ['example.com', '10.0.0.0/33', '1.2.3', '10.0.0.1;10.0.0.2'])
    expect([list, takes(list)]).toEqual([list, false])
})

test('a key has scopes, each of them once', () => {
  const read = (scopes: string[]) => wire.safeParse({ name: 'a', scopes }).success
  expect(read(['device.read', 'alarm.read'])).toBe(true)
  expect(read([])).toBe(false)
  expect(read(['device.read', 'device.read'])).toBe(false)
  expect(read(['user.save'])).toBe(false)
})
