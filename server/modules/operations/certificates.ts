// Until when the certificates hold that people, devices and processes meet: those of the installation's own addresses.
import { connect } from 'node:tls'
import type { Board } from '../../../src/contract/endpoints/operations.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'

type Certificate = Board['certificates'][number]

const ANSWER_MS = 5_000
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'mqtts:': 8883 }

/** Asks each of the addresses (by the variable that names it) that speak TLS, at most once an hour. */
export function createCertificates(addresses: Readonly<Record<string, string | undefined>>) {
  const asked = Object.entries(addresses).flatMap(([setting, address]) => {
    if (address === undefined) return []
    const { protocol, hostname, port } = new URL(address)
    const usual = PORTS[protocol]
    // The URL's own syntax puts IPv6 into brackets.
    return usual === undefined
      ? []
      : [{ setting, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usual }]
  })
  let known: { at: number; answer: Promise<Certificate[]> } | undefined
  return (now = Date.now()): Promise<Certificate[]> => {
    if (!known || now - known.at >= HOUR_MS) {
      const answer = Promise.all(
        asked.map(async ({ setting, ...at }) => ({ setting, ...(await expiryOf(at)) })),
      )
      known = { at: now, answer }
    }
    return known.answer
  }
}

/** Who it is from is not asked: the reader wants the day, also of one that has run out. */
function expiryOf({ host, port }: { host: string; port: number }): Promise<Omit<Certificate, 'setting'>> {
  return new Promise(resolve => {
    const socket = connect({
      ...{ host, port, rejectUnauthorized: false, timeout: ANSWER_MS },
      // A name of an address would be refused.
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
    })
    const done = (answer: Omit<Certificate, 'setting'>) => {
      resolve(answer)
      socket.destroy()
    }
    socket.once('secureConnect', () => {
      const expiresAt = Date.parse(socket.getPeerCertificate().valid_to)
      done(
        Number.isNaN(expiresAt)
          ? { expiresAt: null, problem: 'no certificate' }
          : { expiresAt, problem: null },
      )
    })
    socket.once('timeout', () => done({ expiresAt: null, problem: 'ETIMEDOUT' }))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      done({ expiresAt: null, problem: error.code ?? 'failed' }),
    )
  })
}
