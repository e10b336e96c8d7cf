// Where the server may be sent by a browser's subscription: public https addresses, never into the own network.
import { createECDH } from 'node:crypto'
import { lookup as resolveName } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4')
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
// Within the global range and yet not public: documentation, and 6to4 and Teredo, which carry IPv4 addresses.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed.addSubnet(net, bits, 'ipv6')

/** True for an address of the public internet. */
export function isPublicIp(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return !closed.check(ip, 'ipv4')
  return family === 6 && open6.check(ip, 'ipv6') && !closed.check(ip, 'ipv6')
}

/** True for an address that a push service may have: https, its usual port, a name with a dot and no account. */
export function mayBePushService(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    hostname.includes('.') &&
    !hostname.startsWith('[') &&
    isIP(hostname) === 0 &&
    !/(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|example|invalid|onion|arpa)\.?$/i.test(
      hostname,
    )
  )
}

/** Resolves a name for a connection and refuses one that leads into the own network, whatever it said when it was stored. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const first = addresses[0]
    if (!first || addresses.some(({ address }) => !isPublicIp(address)))
      return done(Object.assign(new Error('Not a public address'), { code: 'EPRIVATE' }), '')
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

/** True when a message can be encrypted for these keys of a subscription: a point of P-256 and 16 bytes. */
export function keysFit(p256dh: string, auth: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}
