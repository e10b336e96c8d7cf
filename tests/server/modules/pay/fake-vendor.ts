// A local server that stands in for a payment provider and writes down what it is asked.
import { createServer, type IncomingHttpHeaders } from 'node:http'

export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Told {
  status?: number
  headers?: Record<string, string>
  body?: string
}

export interface FakeVendor {
  url: string
  asked: Asked[]
  answer: (asked: Asked) => Told
  stop(): Promise<void>
}

export async function startVendor(answer: (asked: Asked) => Told = () => ({})): Promise<FakeVendor> {
  const vendor: FakeVendor = { url: '', asked: [], answer, stop: async () => undefined }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      }
      vendor.asked.push(asked)
      const { status = 200, headers = {}, body = '' } = vendor.answer(asked)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  vendor.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  vendor.stop = () =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return vendor
}
