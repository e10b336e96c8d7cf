// A receiver of webhooks on this machine: keeps what comes, and answers what it is told to.
import { createServer, type IncomingHttpHeaders } from 'node:http'

export interface Came {
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  address: string
  came: Came[]
  /** What is answered from now on; `silent`: nothing. */
  answers(how: { status: number; body?: string; headers?: Record<string, string> } | 'silent'): void
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const came: Came[] = []
  let how: Parameters<Receiver['answers']>[0] = { status: 204 }
  const server = createServer((request, answer) => {
    let body = ''
    request.on('data', part => {
      body += String(part)
    })
    request.on('end', () => {
      came.push({ headers: request.headers, body })
      if (how === 'silent') return
      answer.writeHead(how.status, how.headers).end(how.body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return {
    address: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/hook`,
    came,
    answers: next => {
      how = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
