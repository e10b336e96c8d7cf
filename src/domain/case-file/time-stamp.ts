// Time stamps of authorities (RFC 3161): how one is asked for, and what an answer says.
import { fromHex, hexOf } from './canonical-json.ts'
import { type Der, insideOf, readDer, TAG, writeDer, writeNumber } from './der.ts'

const OID = {
  sha256: '608648016503040201',
  signedData: '2a864886f70d010702',
  stampInfo: '2a864886f70d0109100104',
  messageDigest: '2a864886f70d010904',
} as const

const bytesOfHex = (hex: string): Uint8Array => {
  const bytes = fromHex(hex)
  if (!bytes) throw new Error('Not hexadecimal digits')
  return bytes
}

const sha256Name = () =>
  writeDer(TAG.sequence, writeDer(TAG.identifier, bytesOfHex(OID.sha256)), writeDer(TAG.none))

/** The question: a hash (SHA-256), a number that the answer must repeat, and the wish for the authority's certificate. */
export const stampRequest = (sha256: string, nonce: Uint8Array): Uint8Array =>
  writeDer(
    TAG.sequence,
    writeNumber(Uint8Array.of(1)),
    writeDer(TAG.sequence, sha256Name(), writeDer(TAG.octets, bytesOfHex(sha256))),
    writeNumber(nonce),
    writeDer(TAG.boolean, Uint8Array.of(0xff)),
  )

/** Who signed a stamp, and what exactly: all that a check of the signature needs. */
export interface StampSigner {
  certificates: Uint8Array[]
  /** What was stamped, as it was signed. */
  info: Uint8Array
  /** Hash of `info` that stands in what is signed, in hexadecimal digits. */
  infoDigest: string
  /** The bytes that the signature is over. */
  attributes: Uint8Array
  /** Object identifier of the hash, in hexadecimal digits. */
  hash: string
  signature: Uint8Array
}

export interface Stamp {
  /** SHA-256 of what was stamped. */
  sha256: string
  /** Epoch ms. */
  at: number
  nonce: string | undefined
  signer: StampSigner | undefined
}

/** Granted, and granted with changes. */
const GRANTED = new Set(['00', '01'])

/** The stamp in an answer; undefined where it grants none, or is not such an answer. */
export function readStamp(answer: Uint8Array): Stamp | undefined {
  const [top, ...more] = readDer(answer) ?? []
  const [status, token] = insideOf(top, TAG.sequence)
  const [code] = insideOf(status, TAG.sequence)
  if (more.length > 0 || code?.tag !== TAG.integer || !GRANTED.has(hexOf(code.content))) return undefined
  const [type, wrapped] = insideOf(token, TAG.sequence)
  if (!is(type, OID.signedData)) return undefined
  const [data] = insideOf(wrapped, TAG.first)
  const [, , encapsulated, ...rest] = insideOf(data, TAG.sequence)
  const [kind, holder] = insideOf(encapsulated, TAG.sequence)
  const [octets] = insideOf(holder, TAG.first)
  if (!is(kind, OID.stampInfo) || octets?.tag !== TAG.octets) return undefined
  const said = readInfo(octets.content)
  return said && { ...said, signer: signerOf(octets.content, rest) }
}

const is = (value: Der | undefined, oid: string) =>
  value?.tag === TAG.identifier && hexOf(value.content) === oid

function readInfo(bytes: Uint8Array): Omit<Stamp, 'signer'> | undefined {
  const [info] = readDer(bytes) ?? []
  const [, , imprint, , time, ...options] = insideOf(info, TAG.sequence)
  const [algorithm, digest] = insideOf(imprint, TAG.sequence)
  const [name] = insideOf(algorithm, TAG.sequence)
  if (!is(name, OID.sha256) || digest?.content.length !== 32 || time?.tag !== TAG.time) return undefined
  const at = momentOf(new TextDecoder().decode(time.content))
  if (at === undefined) return undefined
  const nonce = options.find(({ tag }) => tag === TAG.integer)
  return { sha256: hexOf(digest.content), at, nonce: nonce && hexOf(nonce.content) }
}

/** `20260131235959.5Z`; the authority's clock is in UTC, as the standard asks. */
function momentOf(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/.exec(text)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second, fraction = '0'] = parts
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at + Math.floor(Number(`0.${fraction}`) * 1000)
}

function signerOf(info: Uint8Array, rest: readonly Der[]): StampSigner | undefined {
  const certificates = insideOf(
    rest.find(({ tag }) => tag === TAG.first),
    TAG.first,
  )
  const [signer] = insideOf(rest.at(-1), TAG.set)
  const [, , algorithm, attributes, , signature] = insideOf(signer, TAG.sequence)
  const [hash] = insideOf(algorithm, TAG.sequence)
  const digest = insideOf(attributes, TAG.first)
    .map(attribute => insideOf(attribute, TAG.sequence))
    .find(([name]) => is(name, OID.messageDigest))
  const [value] = insideOf(digest?.[1], TAG.set)
  if (!hash || !attributes || !value || signature?.tag !== TAG.octets) return undefined
  return {
    certificates: certificates.map(({ whole }) => whole),
    info,
    infoDigest: hexOf(value.content),
    // What is signed is written as the set that it is, not by its place among the fields of the signer.
    attributes: Uint8Array.from([TAG.set, ...attributes.whole.subarray(1)]),
    hash: hexOf(hash.content),
    signature: signature.content,
  }
}
