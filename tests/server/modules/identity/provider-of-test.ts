// A real OpenID provider on this machine, whose token answers a test may spoil, and a person who walks through its pages.
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

export const CLIENT = { id: 'console', secret: 'a-secret-of-the-client-0123456789' }

export interface TestPerson {
  preferred_username?: string
  name?: string
  email?: string
  email_verified?: boolean
  groups?: string[]
}

/** Head and claims of an ID token, and whether it is signed by the provider's key or by one that nobody knows. */
export interface Token {
  head: Record<string, unknown>
  claims: Record<string, unknown>
  by: 'provider' | 'stranger' | 'nobody'
}

export interface TestProvider {
  issuer: string
  people: Record<string, TestPerson>
  /** What becomes of ID tokens from now on; left out: they go out as they are. */
  spoils(how?: (token: Token) => Token): void
  /** Other keys from now on. */
  rotates(): void
  /** Whether it answers at all. */
  answers(whether: boolean): void
  /** Goes from the address of a login to the pages of the provider, logs in there, and comes back; answers the query it comes back with. */
  walk(address: string, login: string): Promise<string>
  stop(): Promise<void>
}

let number = 0
function makeKey(): JsonWebKey & { kid: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: `key-${++number}`, alg: 'RS256', use: 'sig' }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

export async function startProvider(returnTo: string, port = 0): Promise<TestProvider> {
  let key = makeKey()
  const strange = makeKey()
  let answering = true
  let spoil: ((token: Token) => Token) | undefined
  const people: Record<string, TestPerson> = {}
  let serve: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, answer) => {
    if (!answering) return request.socket.destroy()
    void serve?.(request, answer)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const at = server.address()
  const issuer = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`

  const spoiled = (token: string): string => {
    if (!spoil) return token
    const [head, claims] = token.split('.')
    const { by, ...next } = spoil({ head: decode(head), claims: decode(claims), by: 'provider' })
    const text = `${encode(next.head)}.${encode(next.claims)}`
    if (by === 'nobody') return `${text}.`
    const signer = createPrivateKey({ key: by === 'provider' ? key : strange, format: 'jwk' })
    return `${text}.${sign('sha256', Buffer.from(text), signer).toString('base64url')}`
  }

  const begin = () => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [returnTo] }],
      claims: {
        openid: ['sub'],
        profile: ['name', 'preferred_username', 'groups'],
        email: ['email', 'email_verified'],
      },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
      cookies: { keys: ['a key of the cookies'] },
      jwks: { keys: [key] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: true } },
    })
    provider.use(async (context, next) => {
      await next()
      const { body } = context
      if (typeof body === 'object' && body !== null && 'id_token' in body)
        Object.assign(body, { id_token: spoiled(String(body.id_token)) })
    })
    serve = provider.callback()
  }
  begin()

  const walk = async (address: string, login: string): Promise<string> => {
    const jar = new Map<string, string>()
    const go = async (to: string, form?: Record<string, string>): Promise<Response> => {
      const response = await fetch(to, {
        redirect: 'manual',
        method: form ? 'POST' : 'GET',
        headers: { cookie: [...jar].map(each => each.join('=')).join('; ') },
        ...(form && { body: new URLSearchParams(form) }),
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';')[0]?.split(/=(.*)/s) ?? []
        jar.set(name, value)
      }
      return response
    }
    let next = address
    for (let steps = 0; steps < 12; steps++) {
      const response = await go(next)
      const location = response.headers.get('location')
      if (location === null) {
        const page = await response.text()
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
        if (!prompt)
          throw new Error(`The provider shows something else (${response.status}): ${page.slice(0, 300)}`)
        const said = await go(next, { prompt, ...(prompt === 'login' && { login, password: 'any' }) })
        next = new URL(said.headers.get('location') ?? '', issuer).href
      } else next = new URL(location, issuer).href
      if (next.startsWith(returnTo)) return new URL(next).search.slice(1)
    }
    throw new Error('The walk has no end')
  }

  return {
    ...{ issuer, people, walk },
    spoils: how => {
      spoil = how
    },
    rotates: () => {
      key = makeKey()
      begin()
    },
    answers: whether => {
      answering = whether
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
