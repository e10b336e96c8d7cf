// Where the server may go for a camera: only into the networks that were set for it, never to itself.
import { lookup as resolveName } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, Socket } from 'node:net'

/** Parts of networks, as `10.20.0.0/16` or `fd00:1::/32`. */
const NETWORK = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/

/**
 * This machine, the link's own addresses (cloud metadata among them), groups, what means any address, and what carries IPv4 in
 * IPv6 (`::ffff:0:0/96` apart: the list looks at these as what they carry).
 */
const never = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  never.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  never.addSubnet(net, bits, 'ipv6')

export interface CameraNetworks {
  allows(ip: string): boolean
}

/** Undefined when one of them is no network. None allows nothing. `alsoHere`: this machine too, for installations that say so. */
export function readNetworks(networks: readonly string[], alsoHere = false): CameraNetworks | undefined {
  const allowed = new BlockList()
  for (const network of networks) {
    const [, net = '', bits = ''] = NETWORK.exec(network) ?? []
    const family = isIP(net)
    if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return undefined
    allowed.addSubnet(net, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  }
  const familyOf = (ip: string) => (isIP(ip) === 4 ? 'ipv4' : 'ipv6')
  return {
    allows: ip =>
      isIP(ip) !== 0 && allowed.check(ip, familyOf(ip)) && (alsoHere || !never.check(ip, familyOf(ip))),
  }
}

/** Connects to a camera. The name is resolved once, and what is connected to is what was looked at. */
export function connectTo(networks: CameraNetworks): (host: string, port: number) => Socket {
  const refused = () => Object.assign(new Error('Not in the networks of cameras'), { code: 'ENETWORK' })
  const lookup: LookupFunction = (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const first = addresses[0]
      if (!first || addresses.some(({ address }) => !networks.allows(address))) return done(refused(), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
  return (host, port) => {
    // An address is not looked up: it is looked at here.
    if (isIP(host) !== 0 && !networks.allows(host)) return new Socket().destroy(refused())
    return connect({ host, port, lookup })
  }
}
