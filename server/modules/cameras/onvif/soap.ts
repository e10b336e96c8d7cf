// Asks a camera over ONVIF: SOAP over HTTP, with the account proven by a digest. Small on purpose: a library would look
// names up by itself, and go where cameras must not be.
import { createHash, randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { CameraFault } from '../../../../src/domain/camera/camera.ts'

const ANSWER_MS = 5_000
const MOST_BYTES = 1_000_000

export class OnvifError extends Error {
  readonly fault: Extract<CameraFault, 'unreachable' | 'account' | 'network' | 'refused'>
  constructor(fault: OnvifError['fault']) {
    super(fault)
    this.name = 'OnvifError'
    this.fault = fault
  }
}

export interface Asking {
  account: { username: string; password: string } | undefined
  connect(host: string, port: number): Socket
  /** By how much the camera's clock is ahead of ours. */
  clockAheadMs: number
}

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, sign => `&#${sign.codePointAt(0)};`)

function security({ account, clockAheadMs }: Asking): string {
  if (!account) return ''
  const nonce = randomBytes(16)
  const created = new Date(Date.now() + clockAheadMs).toISOString()
  const digest = createHash('sha1')
    .update(Buffer.concat([nonce, Buffer.from(created + account.password, 'utf8')]))
    .digest('base64')
  return `<s:Header><Security xmlns="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" s:mustUnderstand="1"><UsernameToken><Username>${escaped(account.username)}</Username><Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest">${digest}</Password><Nonce EncodingType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</Nonce><Created xmlns="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">${created}</Created></UsernameToken></Security></s:Header>`
}

/** The body of the answer, as text. Rejects with `OnvifError`; redirects are refusals. */
export async function ask(address: string, body: string, asking: Asking): Promise<string> {
  const url = new URL(address)
  const secure = url.protocol === 'https:'
  const envelope = `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">${security(asking)}<s:Body>${body}</s:Body></s:Envelope>`
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = (secure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/soap+xml; charset=utf-8',
        'content-length': Buffer.byteLength(envelope),
      },
      // Without an agent: one would make the connection itself, to wherever the name leads.
      createConnection: () => {
        const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
        const socket = asking.connect(url.hostname.replace(/^\[|\]$/g, ''), port)
        // What is refused at once fails before the request listens.
        socket.on('error', error => request.destroy(error))
        // Cameras sign their certificates themselves; who it is, the account proves to it and nothing to us.
        return secure ? connectTls({ socket, rejectUnauthorized: false }) : socket
      },
    })
    const timer = setTimeout(() => request.destroy(new Error('no answer in time')), ANSWER_MS)
    request.on('response', response => {
      const parts: Buffer[] = []
      let length = 0
      response.on('data', (part: Buffer) => {
        length += part.length
        if (length > MOST_BYTES) return request.destroy(new Error('too long an answer'))
        parts.push(part)
      })
      response.on('end', () => {
        clearTimeout(timer)
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') })
      })
      response.on('error', reject)
    })
    request.on('error', error => {
      clearTimeout(timer)
      reject(error)
    })
    request.end(envelope)
  }).catch((error: unknown) => {
    const network = error instanceof Error && 'code' in error && error.code === 'ENETWORK'
    throw new OnvifError(network ? 'network' : 'unreachable')
  })
  if (status === 401 || status === 403 || /NotAuthorized|FailedAuthentication/.test(text))
    throw new OnvifError('account')
  if (status !== 200) throw new OnvifError('refused')
  return text
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const unescaped = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

export interface Element {
  attributes: string
  inner: string
}

/**
 * The elements of a name, whatever their prefix; one inside another of its name is part of that one. No tag reaches beyond the
 * next `<`, so that a camera that opens thousands and closes none is read in one go.
 */
export function elements(xml: string, name: string): Element[] {
  const found: Element[] = []
  const open = new RegExp(`<(?:[\\w-]+:)?${name}(/|\\s[^<>]*)?>`, 'g')
  for (let match = open.exec(xml); match; match = open.exec(xml)) {
    const [whole, inside = ''] = match
    const attributes = inside.replace(/\/$/, '')
    if (attributes !== inside) {
      found.push({ attributes, inner: '' })
      continue
    }
    const from = match.index + whole.length
    const close = new RegExp(`</(?:[\\w-]+:)?${name}\\s*>`, 'g')
    close.lastIndex = from
    const end = close.exec(xml)
    if (!end) break
    found.push({ attributes, inner: xml.slice(from, end.index) })
    open.lastIndex = close.lastIndex
  }
  return found
}

/** The text of the first element of a name. */
export const textOf = (xml: string, name: string): string | undefined => {
  const [first] = elements(xml, name)
  return first && unescaped(first.inner.replaceAll(/<[^<>]*>/g, '').trim())
}

export const attributeOf = ({ attributes }: Element, name: string): string | undefined => {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes) ?? []
  return value === undefined ? undefined : unescaped(value)
}
