// Stands before a console and answers one list call with many pages at once; everything else passes through.
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'

export interface Merged {
  url: string
  stop(): Promise<void>
}

/** `path` is the list call whose every answer becomes `body`. */
export async function serveMerged(target: string, path: string, body: string): Promise<Merged> {
  const { hostname, port } = new URL(target)
  // As fast as the server compresses its own answers.
  const packed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith(`${path}?`)) {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'no-store',
      })
      return void response.end(packed)
    }
    const { method, url, headers } = request
    const passed = ask({ hostname, port, method, path: url, headers }, (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  server.on('upgrade', (request, socket, head) => {
    const through = connect(Number(port), hostname, () => {
      const lines = request.rawHeaders
        .map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`))
        .join('')
      through.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines}\r\n`)
      through.write(head)
      socket.pipe(through).pipe(socket)
    })
    through.on('error', () => socket.destroy())
    socket.on('error', () => through.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
