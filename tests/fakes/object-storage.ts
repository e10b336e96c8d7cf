// An object storage of its own for tests: keeps objects in memory, checks every signature and every body's hash.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { S3Settings } from '../../server/modules/files/settings.ts'

export interface ObjectStorage {
  settings: S3Settings
  objects: Map<string, { bytes: Buffer; type: string }>
  /** Sendings in parts that were neither ended nor given up. */
  openSendings(): number
  /** Refusals it gave because a signature or a hash was wrong. */
  refused: string[]
  /** Answers 503 to so many calls before it works again. */
  stumble(times: number): void
  calls: number
  stop(): Promise<void>
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const REGION = 'cn-test-1'

export async function startObjectStorage(): Promise<ObjectStorage> {
  const credentials = { key: 'test-key', secret: 'test-secret' }
  const objects: ObjectStorage['objects'] = new Map()
  const refused: string[] = []
  /** What is being sent in parts, by the id of its sending. */
  const sendings = new Map<string, { type: string; parts: Map<number, Buffer> }>()
  let stumbles = 0
  let calls = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      calls++
      const body = Buffer.concat(pieces)
      const answer = (status: number, bytes: Buffer | string = '', headers = {}) =>
        response.writeHead(status, headers).end(bytes)
      if (stumbles > 0) {
        stumbles--
        return answer(503)
      }
      const headers = request.headers as Record<string, string>
      const wrong = problemOf(request.method ?? '', request.url ?? '', headers, body, credentials)
      if (wrong) {
        refused.push(wrong)
        return answer(403, wrong)
      }
      const address = new URL(request.url ?? '', 'http://storage')
      const name = address.pathname.slice(1)
      const uploadId = address.searchParams.get('uploadId')
      if (request.method === 'POST' && address.searchParams.has('uploads')) {
        const id = `sending+${sendings.size + 1}/=`
        sendings.set(id, { type: headers['content-type'] ?? '', parts: new Map() })
        return answer(
          200,
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        )
      }
      if (uploadId !== null) {
        const sending = sendings.get(uploadId)
        if (!sending) return answer(404)
        if (request.method === 'PUT') {
          sending.parts.set(Number(address.searchParams.get('partNumber')), body)
          return answer(200, '', { etag: `"${hash(body)}"` })
        }
        sendings.delete(uploadId)
        if (request.method === 'DELETE') return answer(204)
        const named = [
          ...body
            .toString()
            .matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;([0-9a-f]+)&quot;<\/ETag>/g),
        ]
        const pieces = named.map(([, number, etag]) => {
          const piece = sending.parts.get(Number(number))
          return piece && hash(piece) === etag ? piece : undefined
        })
        const whole = pieces.filter(piece => piece !== undefined)
        if (whole.length !== sending.parts.size) return answer(200, '<Error><Code>InvalidPart</Code></Error>')
        objects.set(name, { bytes: Buffer.concat(whole), type: sending.type })
        return answer(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
      }
      if (request.method === 'PUT') {
        objects.set(name, { bytes: body, type: headers['content-type'] ?? '' })
        return answer(200)
      }
      const found = objects.get(name)
      if (request.method === 'DELETE') {
        objects.delete(name)
        return answer(204)
      }
      if (!found) return answer(404)
      const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
      if (!range) return answer(200, found.bytes, { 'content-type': found.type })
      return answer(206, found.bytes.subarray(Number(range[1]), Number(range[2]) + 1))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'gatehouse-test',
      region: REGION,
      pathStyle: true,
      ...credentials,
    },
    objects,
    openSendings: () => sendings.size,
    refused,
    stumble: times => {
      stumbles = times
    },
    get calls() {
      return calls
    },
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** The signature, reckoned here from the description of the protocol, not with the library that made it. */
function problemOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer,
  { key, secret }: { key: string; secret: string },
): string | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return 'no signature'
  const [, who, day = '', region = '', signed = '', signature = ''] = parts
  if (who !== key || region !== REGION) return 'another key or region'
  const told = headers['x-amz-content-sha256'] ?? ''
  if (method === 'PUT' && told !== hash(body)) return 'the hash is not that of the body'
  if (method === 'PUT' && headers['content-length'] !== String(body.length))
    return 'the length is not that of the body'
  const lines = signed
    .split(';')
    .map(name => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`)
  const [place = '', question = ''] = path.split('?')
  const asked = question
    .split('&')
    .sort()
    .map(pair => (pair === '' || pair.includes('=') ? pair : `${pair}=`))
    .join('&')
  const canonical = [method, place, asked, lines.join(''), signed, told].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, hash(canonical)].join('\n')
  const own = hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request'), text)
  return timingSafeEqual(own, Buffer.from(signature, 'hex')) ? undefined : 'a wrong signature'
}
