// Secrets of devices: made here, shown once, kept as a PHC text.
import { argon2, createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ORDER_KEY_TEXT } from '../src/contract/device-messages.ts'

const argon = promisify(argon2)

// A device's secret has 256 random bits: guessing is hopeless, the hash only keeps a stolen database from connecting.
// So it is as cheap as scrypt can be: a process that starts anew checks the whole fleet once, within seconds.
const LOG_COST = 2
const BLOCK = 8
const BYTES = 32
/** What a stored text may ask of this machine at most. */
const MOST_LOG_COST = 17
const MOST_MEMORY_KIB = 131_072

const deriveScrypt = (
  secret: string,
  salt: Buffer,
  logCost: number,
  block: number,
  lanes: number,
  bytes: number,
) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(
      secret,
      salt,
      bytes,
      { N: 2 ** logCost, r: block, p: lanes, maxmem: 256 * 2 ** logCost * block },
      (error, key) => (error ? reject(error) : resolve(key)),
    ),
  )

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A new secret for a device. Tables of secrets are opened by spreadsheet programs, which change what begins with a sign. */
export function newDeviceSecret(): string {
  for (;;) {
    const secret = randomBytes(BYTES).toString('base64url')
    if (!secret.startsWith('-')) return secret
  }
}

/** What `device.secret_hash` keeps. */
export async function hashDeviceSecret(secret: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await deriveScrypt(secret, salt, LOG_COST, BLOCK, 1, BYTES)
  return `$scrypt$ln=${LOG_COST},r=${BLOCK},p=1$${unpadded(salt)}$${unpadded(key)}`
}

async function matches(phc: string, secret: string): Promise<boolean> {
  const found =
    /^\$(scrypt|argon2id)\$(?:v=19\$)?([a-z0-9=,]+)\$([A-Za-z0-9+/]{8,64})\$([A-Za-z0-9+/]{16,128})$/.exec(
      phc,
    )
  if (!found) return false
  const [, kind, parameters = '', salt = '', hash = ''] = found
  const pairs = parameters.split(',').map(pair => pair.split('='))
  const given = new Map(pairs.map(([name, value]) => [name, value]))
  const number = (name: string) => Number(given.get(name) ?? Number.NaN)
  const expected = Buffer.from(hash, 'base64')
  const salted = Buffer.from(salt, 'base64')
  if (kind === 'scrypt') {
    if (!(number('ln') <= MOST_LOG_COST && number('r') <= 16 && number('p') <= 4)) return false
    const key = await deriveScrypt(secret, salted, number('ln'), number('r'), number('p'), expected.length)
    return timingSafeEqual(key, expected)
  }
  if (!(number('m') <= MOST_MEMORY_KIB && number('t') <= 10 && number('p') <= 8)) return false
  const key = await argon('argon2id', {
    message: secret,
    nonce: salted,
    parallelism: number('p'),
    tagLength: expected.length,
    memory: number('m'),
    passes: number('t'),
  })
  return timingSafeEqual(key, expected)
}

/** Key of orders that the device must be able to check: made of its secret on both sides, never sent. */
export const orderKeyOf = (secret: string) => createHmac('sha256', secret).update(ORDER_KEY_TEXT).digest()

/** What is stored of a device's secrets. */
export interface StoredSecrets {
  secretHash: string | null
  nextSecretHash: string | null
  oldSecretUntil: number | null
}

/** Which of its secrets a device has shown: the one in use, the one that is to replace it, or none that works now. */
export async function secretShown(
  fits: (phc: string, secret: string) => Promise<boolean>,
  { secretHash, nextSecretHash, oldSecretUntil }: StoredSecrets,
  secret: string,
  now: number,
): Promise<'current' | 'next' | undefined> {
  if (nextSecretHash !== null && (await fits(nextSecretHash, secret))) return 'next'
  const isOver = oldSecretUntil !== null && oldSecretUntil <= now
  return secretHash !== null && !isOver && (await fits(secretHash, secret)) ? 'current' : undefined
}

const MOST_REMEMBERED = 20_000

/** Checks secrets; remembers which secret fitted which hash, so that a reconnect costs microseconds. */
export function createSecretCheck() {
  const fitted = new Map<string, string>()
  const digest = (secret: string) => createHash('sha256').update(secret).digest('base64')
  return async (phc: string, secret: string): Promise<boolean> => {
    if (fitted.get(phc) === digest(secret)) return true
    const ok = await matches(phc, secret).catch(() => false)
    if (ok) {
      if (fitted.size >= MOST_REMEMBERED) fitted.clear()
      fitted.set(phc, digest(secret))
    }
    return ok
  }
}
