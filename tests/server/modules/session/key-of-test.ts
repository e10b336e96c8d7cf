// A passkey in software: it signs what a browser would have it sign, with a key of its own (WebAuthn, ES256, no attestation).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const bytes = (...parts: (number[] | Buffer)[]) => Buffer.concat(parts.map(part => Buffer.from(part)))
const hash = (text: string) => createHash('sha256').update(text).digest()
const text = (value: string) => bytes([0x60 + value.length], Buffer.from(value))
const blob = (value: Buffer) =>
  value.length < 256
    ? bytes([0x58, value.length], value)
    : bytes([0x59, value.length >> 8, value.length & 255], value)

/** User present, user verified. */
const SEEN = 0x05
const ATTESTED = 0x40

export interface Signing {
  challenge: string
  origin: string
  party: string
  /** Whether it has made sure of its person. */
  verified?: boolean
}

export function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, { challenge, origin }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (party: string, flags: number) => {
    const count = Buffer.alloc(4)
    counter += 1
    count.writeUInt32BE(counter)
    return bytes(hash(party), [flags], count)
  }
  const seen = ({ verified = true }: Signing) => (verified ? SEEN : 0x01)
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  const rest = { clientExtensionResults: {} }
  return {
    id: named.id,
    /** What `navigator.credentials.create` answers. */
    make: (asked: Signing) => {
      const coordinates = [x, y].map(each => Buffer.from(each, 'base64url'))
      const cose = bytes(
        [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21],
        blob(coordinates[0] ?? Buffer.alloc(0)),
        [0x22],
        blob(coordinates[1] ?? Buffer.alloc(0)),
      )
      const data = bytes(
        head(asked.party, seen(asked) | ATTESTED),
        Buffer.alloc(16),
        [0, id.length],
        id,
        cose,
      )
      const attestation = bytes(
        [0xa3],
        text('fmt'),
        text('none'),
        text('attStmt'),
        [0xa0],
        text('authData'),
        blob(data),
      )
      return {
        ...named,
        ...rest,
        response: {
          clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    /** What `navigator.credentials.get` answers. */
    sign: (asked: Signing) => {
      const said = clientData('webauthn.get', asked)
      const data = head(asked.party, seen(asked))
      const signature = sign('sha256', bytes(data, createHash('sha256').update(said).digest()), privateKey)
      return {
        ...named,
        ...rest,
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
