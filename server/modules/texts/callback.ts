// Receipts that a carrier calls back with: outside of the contract, without a session, believed by their signature only.
import type { FastifyInstance } from 'fastify'
import { createBucket } from '../../http/throttle.ts'
import type { Log } from '../../log.ts'
import { readReceipts } from './http-carrier.ts'
import type { Texts } from './texts.ts'

export const RECEIPTS_PATH = '/api/message/texts/receipts'
const MOST_BYTES = 131_072

export function mountTextReceipts(
  app: FastifyInstance,
  texts: Texts,
  { secret, log, now = Date.now }: { secret: string; log: Log; now?: () => number },
): void {
  const bucket = createBucket({ perSecond: 20, atOnce: 200 })
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
      const status = error.statusCode === 413 ? 413 : 500
      if (status === 500) log.error({ err: error }, 'Receipts of text messages could not be taken')
      return reply
        .code(status)
        .type('text/plain')
        .send(status === 413 ? 'too large' : 'failed')
    })
    scope.post(RECEIPTS_PATH, async (request, reply) => {
      if (!bucket(request.ip))
        return reply.code(429).header('retry-after', '1').type('text/plain').send('later')
      const header = (name: string) => String(request.headers[name] ?? '')
      const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
      const read = readReceipts(
        secret,
        {
          path: RECEIPTS_PATH,
          timestamp: header('x-timestamp'),
          nonce: header('x-nonce'),
          signature: header('x-signature'),
          body,
        },
        now(),
      )
      if (typeof read === 'string') return reply.code(400).type('text/plain').send(read)
      return { taken: await texts.take(read) }
    })
  })
}
