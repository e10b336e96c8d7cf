// Where cameras may be: in the networks that were set, and never on this machine or where a cloud keeps its secrets.
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { connectTo, readNetworks } from '../../../../server/modules/cameras/address.ts'

const networks = (list: readonly string[], alsoHere?: boolean) => {
  const read = readNetworks(list, alsoHere)
  if (!read) throw new Error('These are networks')
  return read
}

test('only what lies in a network is allowed', () => {
  const { allows } = networks(['10.20.0.0/16', 'fd00:1::/32'])
  expect(allows('10.20.3.4')).toBe(true)
  expect(allows('10.21.3.4')).toBe(false)
  expect(allows('fd00:1::7')).toBe(true)
  expect(allows('fd00:2::7')).toBe(false)
  expect(allows('camera')).toBe(false)
})

test.each([
  '127.0.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '239.1.1.1',
  '::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
])('the widest network does not allow %s', ip => {
  expect(networks(['0.0.0.0/0', '::/0']).allows(ip)).toBe(false)
})

test('an installation may say that its cameras are on this machine', () => {
  expect(networks(['127.0.0.0/8'], true).allows('127.0.0.1')).toBe(true)
})

test.each(['10.0.0.0', '10.0.0.0/33', 'fd00::/129', 'camera/8', '10.0.0/8', ''])('%j is no network', net => {
  expect(readNetworks([net])).toBeUndefined()
})

test.each(['127.0.0.1', 'localhost', '::1'])('nothing is sent to %s', async host => {
  const server = createServer()
  const port = await new Promise<number>(resolve => {
    server.listen(0, () => resolve((server.address() as { port: number }).port))
  })
  let came = 0
  server.on('connection', () => came++)
  const error = await new Promise<unknown>(resolve => {
    connectTo(networks(['10.0.0.0/8', '0.0.0.0/0', '::/0']))(host, port).on('error', resolve)
  })
  expect(error).toMatchObject({ code: 'ENETWORK' })
  await new Promise(resolve => setImmediate(resolve))
  expect(came).toBe(0)
  server.close()
})
