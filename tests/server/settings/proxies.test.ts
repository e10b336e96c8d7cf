// Whose word about the caller's address counts: from the right, as far as somebody vouches for it.
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { createHttpServer } from '../../../server/http/server.ts'
import { createLog } from '../../../server/log.ts'
import {
  callerOf,
  hostOf,
  readTrustProxy,
  type TrustProxy,
  trustsOf,
} from '../../../server/settings/proxies.ts'

test.each<[string, TrustProxy | undefined]>([
  ['off', false],
  ['0', false],
  ['no', false],
  ['on', 1],
  ['true', 1],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
  ['10.0.0.0/33', undefined],
  ['10.0.0.0/', undefined],
  ['10.0.0.0/8/8', undefined],
  ['0.0.0.0.0', undefined],
  ['proxy.example', undefined],
  ['-1', undefined],
])('%s is read as %s', (text, expected) => expect(readTrustProxy(text)).toEqual(expected))

test('what cannot be read keeps the server from starting', () => {
  expect(() => readConfig({ TRUST_PROXY: 'everybody' })).toThrow(/TRUST_PROXY: must be off, a number/)
})

const asked = (remoteAddress: string, forwarded?: string | string[], host?: string) => ({
  headers: {
    host: 'own.example',
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded as string }),
    ...(host !== undefined && { 'x-forwarded-host': host }),
  },
  socket: { remoteAddress },
})
const cases: [string, TrustProxy, string, string | undefined, string][] = [
  ['nobody is trusted', false, '9.9.9.9', '1.1.1.1', '9.9.9.9'],
  ['one proxy: the last is whom it saw', 1, '10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['one proxy, nothing said', 1, '10.0.0.1', undefined, '10.0.0.1'],
  ['two proxies', 2, '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  ['two proxies, one passed by', 2, '10.0.0.1', '1.1.1.1', '1.1.1.1'],
  ['a network', ['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.9.9.9', '1.1.1.1'],
  ['a stranger to the network', ['10.0.0.0/8'], '9.9.9.9', '1.1.1.1', '9.9.9.9'],
  ['all of the network', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['IPv4 in the clothes of IPv6', ['10.0.0.0/8'], '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
  ['IPv6', ['2001:db8::/32'], '2001:db8::1', '6.6.6.6, 2001:0:1::7', '2001:0:1::7'],
]
describe('the caller', () => {
  test.each(cases)('%s', (_, setting, remote, forwarded, expected) => {
    expect(callerOf(asked(remote, forwarded), trustsOf(setting))).toBe(expected)
  })
  test('with a port, twice the header, and what is no address', () => {
    const one = trustsOf(1)
    expect(callerOf(asked('10.0.0.1', '1.1.1.1:443'), one)).toBe('1.1.1.1')
    expect(callerOf(asked('10.0.0.1', '[2001:db8::1]:443'), one)).toBe('2001:db8::1')
    expect(callerOf(asked('10.0.0.1', ['6.6.6.6', '1.1.1.1']), one)).toBe('1.1.1.1')
    expect(callerOf(asked('10.0.0.1', '1.1.1.1, unknown'), one)).toBe('10.0.0.1')
  })
  test('whatever stands on the left changes nothing', () => {
    const seen = Array.from({ length: 50 }, (_, n) =>
      callerOf(asked('10.0.0.1', `6.6.6.${n}, 1.1.1.1`), trustsOf(1)),
    )
    expect(new Set(seen)).toEqual(new Set(['1.1.1.1']))
  })
  test('the host of a trusted proxy, the last one', () => {
    expect(hostOf(asked('10.0.0.1', undefined, 'a.example, b.example'), trustsOf(1))).toBe('b.example')
    expect(hostOf(asked('10.0.0.1', undefined, 'a.example'), trustsOf(false))).toBe('own.example')
    expect(hostOf(asked('10.0.0.1'), trustsOf(1))).toBe('own.example')
  })
})

// The HTTP server has the same idea of it.
test.each<[TrustProxy, string, string]>([
  [false, '6.6.6.6, 1.1.1.1', '127.0.0.1'],
  [1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  [2, '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  [['127.0.0.0/8', '10.0.0.0/8'], '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  [['10.0.0.0/8'], '1.1.1.1', '127.0.0.1'],
])('calls, trusting %s', async (trustProxy, forwarded, expected) => {
  const app = await createHttpServer({ trustProxy }, createLog({ logLevel: 'silent' }))
  app.get('/who', async request => ({ ip: request.ip }))
  const answer = await app.inject({ url: '/who', headers: { 'x-forwarded-for': forwarded } })
  expect(answer.json()).toEqual({ ip: expected })
  await app.close()
})
