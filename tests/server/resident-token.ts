// A session of the resident page, for tests: the code is read where the demo keeps its texts.
import type { TestServer } from './start.ts'

/** `before`: the token that the browser has. */
export async function residentToken(server: TestServer, phone: string, before?: string): Promise<string> {
  const sent = await server.call('/api/user/home/code', { body: { phone } })
  const { requestId } = sent.data as { requestId: string }
  for (let tries = 0; tries < 50; tries++) {
    const { data } = await server.call('/api/auth/auth/outbox', { query: { phone } })
    const code = /\d{6}/.exec((data as { text: string }[])[0]?.text ?? '')?.[0]
    if (code !== undefined) {
      const answer = await server.call('/api/user/home/login', {
        token: before,
        body: { phone, code, requestId },
      })
      const token = answer.headers.get('authorization')
      if (token) return token
      throw new Error(`no session: ${answer.id}`)
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('no code has come')
}
