// How a request proves who asks: Digest (RFC 2617, RFC 7616) and, where the camera offers nothing else, Basic.
import { createHash, randomBytes } from 'node:crypto'

export interface CameraAccount {
  username: string
  password: string
}

/** What a camera demands, as far as it can be met here. */
export type Challenge =
  | {
      scheme: 'digest'
      realm: string
      nonce: string
      algorithm: 'MD5' | 'SHA-256'
      quality: boolean
      opaque?: string
    }
  | { scheme: 'basic' }

const hashes = { MD5: 'md5', 'SHA-256': 'sha256' } as const

/** The strongest of the demands in a `WWW-Authenticate` header, several joined by line breaks; undefined: none can be met. */
export function readChallenge(header: string): Challenge | undefined {
  const found = header.split('\n').flatMap((line): Challenge[] => {
    if (/^basic\b/i.test(line)) return [{ scheme: 'basic' }]
    if (!/^digest\b/i.test(line)) return []
    const field = (name: string) => {
      const [, quoted, bare] = new RegExp(`\\b${name}=(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(line) ?? []
      return quoted ?? bare
    }
    const [realm, nonce, opaque] = [field('realm'), field('nonce'), field('opaque')]
    const named = (field('algorithm') ?? 'MD5').toUpperCase()
    const algorithm = named === 'MD5' || named === 'SHA-256' ? named : undefined
    if (realm === undefined || nonce === undefined || !algorithm) return []
    const quality = (field('qop') ?? '').split(',').some(one => one.trim() === 'auth')
    return [{ scheme: 'digest', realm, nonce, algorithm, quality, ...(opaque !== undefined && { opaque }) }]
  })
  const strength = (one: Challenge) => (one.scheme === 'basic' ? 0 : one.algorithm === 'MD5' ? 1 : 2)
  return found.toSorted((one, other) => strength(other) - strength(one))[0]
}

/** Makes the `Authorization` header of each request to one camera; counts how often its nonce was used. */
export function createProof(challenge: Challenge, { username, password }: CameraAccount) {
  let uses = 0
  return (method: string, uri: string): string => {
    if (challenge.scheme === 'basic')
      return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
    const { realm, nonce, algorithm, quality, opaque } = challenge
    const hash = (text: string) => createHash(hashes[algorithm]).update(text, 'utf8').digest('hex')
    const secret = hash(`${username}:${realm}:${password}`)
    const asked = hash(`${method}:${uri}`)
    const parts = [
      `username="${escaped(username)}"`,
      `realm="${escaped(realm)}"`,
      `nonce="${escaped(nonce)}"`,
      `uri="${escaped(uri)}"`,
    ]
    if (quality) {
      uses++
      const count = uses.toString(16).padStart(8, '0')
      const own = randomBytes(8).toString('hex')
      parts.push(`response="${hash(`${secret}:${nonce}:${count}:${own}:auth:${asked}`)}"`)
      parts.push('qop=auth', `nc=${count}`, `cnonce="${own}"`)
    } else parts.push(`response="${hash(`${secret}:${nonce}:${asked}`)}"`)
    // Old cameras do not know the word; MD5 is what goes without it.
    if (algorithm !== 'MD5') parts.push(`algorithm=${algorithm}`)
    if (opaque !== undefined) parts.push(`opaque="${escaped(opaque)}"`)
    return `Digest ${parts.join(', ')}`
  }
}

const escaped = (text: string) => text.replaceAll(/["\\]/g, '\\$&')
