// Asks the server of this container whether it lives, the way it speaks: 0 if it does, 1 if not.
import { request as withoutTls } from 'node:http'
import { request as byTls } from 'node:https'

const WITHIN_MS = 4_000
const { PORT = '8080', TLS_CERT } = process.env
// Nobody is between the two, and the certificate is for the name that people open.
const way = { host: '127.0.0.1', port: PORT, path: '/api/live', rejectUnauthorized: false }
const end = (/** @type {boolean} */ lives) => process.exit(lives ? 0 : 1)

;(TLS_CERT ? byTls : withoutTls)(way, ({ statusCode }) => end(statusCode === 200))
  .on('error', () => end(false))
  .end()
setTimeout(() => end(false), WITHIN_MS)
