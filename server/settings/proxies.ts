// Who calls, where proxies stand in front. Each proxy adds to X-Forwarded-For whom it was called by, on the right; what
// stands further left was written by somebody whom nobody vouches for. So it is read from the right, as far as trusted.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** How many proxies stand in front, or the networks they are in; false: none. */
export type TrustProxy = false | number | readonly string[]

/** Whether an address is a proxy of ours; `hop` counts from the nearest, which is 0. As Fastify asks it. */
export type Trusts = (address: string, hop: number) => boolean

const OFF = /^(off|false|no|0)$/i
const ON = /^(on|true|yes)$/i

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
/** IPv4 in the clothes of IPv6, a port behind it, or brackets around it. */
const plain = (address: string) =>
  address
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    more === undefined && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

/** Reads the setting; undefined: it cannot be read. */
export function readTrustProxy(text: string): TrustProxy | undefined {
  if (OFF.test(text)) return false
  if (ON.test(text)) return 1
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(/[\s,]+/).filter(Boolean)
  return networks.length > 0 && networks.every(isNetwork) ? networks : undefined
}

export function trustsOf(setting: TrustProxy): Trusts {
  if (setting === false) return () => false
  if (typeof setting === 'number') return (_, hop) => hop < setting
  const networks = new BlockList()
  for (const network of setting) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) networks.addAddress(address, familyOf(address))
    else networks.addSubnet(address, Number(bits), familyOf(address))
  }
  return address => {
    const bare = plain(address)
    return isIP(bare) !== 0 && networks.check(bare, familyOf(bare))
  }
}

type Asked = Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> }

const entriesOf = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map(entry => entry.trim())

/** The address of whoever asks. */
export function callerOf({ headers, socket }: Asked, trusts: Trusts): string {
  const named = entriesOf(headers['x-forwarded-for']).map(plain).reverse()
  let address = plain(socket.remoteAddress ?? '')
  for (const [hop, next] of named.entries()) {
    if (!trusts(address, hop) || isIP(next) === 0) break
    address = next
  }
  return address
}

/** The host that was asked for. */
export function hostOf({ headers, socket }: Asked, trusts: Trusts): string | undefined {
  const forwarded = entriesOf(headers['x-forwarded-host']).at(-1)
  return forwarded && trusts(plain(socket.remoteAddress ?? ''), 0) ? forwarded : headers.host
}
