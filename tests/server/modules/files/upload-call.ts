// Sends uploads to a test server, well-formed ones and others.
import { connect } from 'node:net'
import type { Envelope } from '../../../../src/contract/envelope.ts'
import type { TestServer } from '../../start.ts'

export interface UploadAnswer extends Envelope {
  status: number
}

export const IMAGE = '/api/user/ossUser/addOssHederImg'
export const VIDEO = '/api/user/ossUser/uploadVideo'
export const FILE = '/api/user/file/upload'

/** Uploads bytes under a name. */
export async function uploadTo(
  server: Pick<TestServer, 'url' | 'tokens'>,
  path: string,
  bytes: Uint8Array | string,
  name: string,
  {
    token = server.tokens.admin,
    field = 'file',
    more = {},
  }: { token?: string; field?: string; more?: Record<string, string> } = {},
): Promise<UploadAnswer> {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.set(key, value)
  form.append(field, new Blob([bytes as BlobPart]), name)
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return { ...((await response.json()) as Envelope), status: response.status }
}

/**
 * Sends raw bytes over a socket, in pieces; answers all that came back until the connection ended, or was cut when `cut`
 * said so of what had come.
 */
export function rawUpload(
  server: Pick<TestServer, 'url'>,
  head: readonly string[],
  pieces: readonly (Uint8Array | string)[],
  { cut }: { cut?: (answer: string) => boolean } = {},
): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', bytes => {
      answer += bytes.toString('latin1')
    })
    const looking = cut && setInterval(() => cut(answer) && socket.destroy(), 10)
    socket.on('close', () => {
      clearInterval(looking)
      resolve(answer)
    })
    socket.on('error', error =>
      'code' in error && error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    for (const piece of pieces) socket.write(piece)
  })
}
