// Plays a push service on this machine: takes what is posted over TLS, answers as told, and opens it like a browser.
import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '../../../../src/contract/endpoints/push.ts'
import { localCertificate } from './certificate.ts'

export interface Posted {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  at: number
}

/** A browser with keys of its own, at an address of the service. */
export interface Browser {
  endpoint: string
  p256dh: string
  auth: string
  /** What reached it so far, opened. */
  received(): PushPayload[]
  posted(): Posted[]
}

export interface PushService {
  ca: string
  url: string
  browser(name: string): Browser
  /** How an address answers from now on: statuses one after the other, the last one for ever. 0 cuts the line. */
  answers(name: string, ...statuses: number[]): void
  /** Waits until so many messages have come to a browser. */
  until(browser: Browser, count: number): Promise<PushPayload[]>
  stop(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const { key, cert: ca } = localCertificate()
  const posted: Posted[] = []
  const plans = new Map<string, number[]>()
  const watchers = new Set<() => void>()
  const server = createServer({ key, cert: ca }, (request, answer) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part as Buffer))
    request.on('end', () => {
      const path = request.url ?? ''
      const plan = plans.get(path) ?? [201]
      const status = (plan.length > 1 ? plan.shift() : plan[0]) ?? 201
      posted.push({ path, headers: request.headers, body: Buffer.concat(parts), at: Date.now() })
      if (status === 0) answer.destroy()
      else answer.writeHead(status, status === 429 ? { 'retry-after': '0' } : {}).end()
      for (const watch of watchers) watch()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    ca,
    url,
    browser: name => {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys()
      const auth = randomBytes(16)
      const own = () => posted.filter(({ path }) => path === `/${name}`)
      return {
        endpoint: `${url}/${name}`,
        p256dh: p256dh.toString('base64url'),
        auth: auth.toString('base64url'),
        posted: own,
        received: () => own().map(({ body }) => open(body, pair, auth)),
      }
    },
    answers: (name, ...statuses) => void plans.set(`/${name}`, statuses),
    until: (browser, count) =>
      new Promise(resolve => {
        const look = () => {
          if (browser.posted().length < count) return
          watchers.delete(look)
          resolve(browser.received())
        }
        watchers.add(look)
        look()
      }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Opens a message as a browser does (RFC 8291, aes128gcm): only the subscription's private keys can. */
function open(body: Buffer, pair: ECDH, auth: Buffer): PushPayload {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const expand = (secret: Buffer, salted: Buffer, info: Buffer, length: number) => {
    const fresh = createHmac('sha256', salted).update(secret).digest()
    return createHmac('sha256', fresh)
      .update(Buffer.concat([info, Buffer.from([1])]))
      .digest()
      .subarray(0, length)
  }
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = expand(pair.computeSecret(sender), auth, about, 32)
  const cipher = createDecipheriv(
    'aes-128-gcm',
    expand(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    expand(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  )
  cipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  // The last record ends with a 2 and zeros.
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushPayload
}
