// Where a webhook, or a question to an identity provider, may go: to the public internet over https, and to private networks only where the installation says so.
// Asked when an address is saved, and of the addresses that its name leads to each time a connection is made.
import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { trustsOf } from '../../settings/proxies.ts'
import { isPublicIp } from '../push/public.ts'

/** Names that lead nowhere but into the own network. */
const OWN_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|onion|arpa)\.?$/i

/** Thrown by a connection that would lead into a private network. */
export const PRIVATE = 'EPRIVATE'

export interface Destinations {
  /** Whether an address may be saved. */
  maySave(address: string): boolean
  /** Refuses a host that is an address itself; names are refused once they are resolved. */
  refuseHost(address: string): void
  lookup: LookupFunction
}

const privateError = () => Object.assign(new Error('Not a public address'), { code: PRIVATE })

/** The host of an address without the brackets of IPv6. */
const hostOf = (address: string) => new URL(address).hostname.replace(/^\[(.*)\]$/, '$1')

interface Given {
  networks: readonly string[]
  demo: boolean
  /** Names of the own network are looked up like others: what counts is whether they lead into the networks allowed. */
  ownNames?: boolean
}

export function createDestinations(given: Given): Destinations {
  const within = trustsOf(given.networks)
  const isOpen = (ip: string) => isPublicIp(ip) || within(ip, 0)
  const isOpenHost = (address: string) => {
    const host = hostOf(address)
    return isIP(host) !== 0 ? isOpen(host) : given.ownNames === true || !OWN_NAMES.test(host)
  }
  return {
    maySave: address => (given.demo || new URL(address).protocol === 'https:') && isOpenHost(address),
    refuseHost: address => {
      if (!isOpenHost(address)) throw privateError()
    },
    lookup: (hostname, options, done) => {
      resolveName(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, '')
        const first = addresses[0]
        if (!first || addresses.some(({ address }) => !isOpen(address))) return done(privateError(), '')
        if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      })
    },
  }
}
