// Passwords: argon2id as a PHC string; scrypt where this Node has no argon2.
import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const MEMORY_KIB = 19_456
const PASSES = 2
const BYTES = 32
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const runScrypt = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)

function runArgon2(password: string, nonce: Buffer, memory: number, passes: number, lanes: number) {
  const parameters = { message: password, nonce, parallelism: lanes, tagLength: BYTES, memory, passes }
  return new Promise<Buffer>((resolve, reject) => {
    argon2('argon2id', parameters, (error, derived) => (error ? reject(error) : resolve(derived)))
  })
}

/** Hashes a password with a new salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  if (typeof argon2 === 'function') {
    const hash = await runArgon2(password, salt, MEMORY_KIB, PASSES, 1)
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(hash)}`
  }
  const hash = await runScrypt(password, salt, BYTES, SCRYPT)
  return `$scrypt$ln=15,r=8,p=1$${base64(salt)}$${base64(hash)}`
}

/** Whether the password fits the stored text. Takes the same time whatever the answer. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, kind, ...parts] = stored.split('$')
  const [salt, hash] = parts.slice(-2).map(part => Buffer.from(part, 'base64'))
  if (!salt || !hash || hash.length !== BYTES) return false
  if (kind === 'argon2id') {
    const costs = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(parts[1] ?? '')
    if (!costs) return false
    const [memory, passes, lanes] = costs.slice(1).map(Number)
    return timingSafeEqual(await runArgon2(password, salt, memory ?? 0, passes ?? 0, lanes ?? 0), hash)
  }
  if (kind === 'scrypt') return timingSafeEqual(await runScrypt(password, salt, BYTES, SCRYPT), hash)
  return false
}

let decoy: Promise<string> | undefined

/** Does the work of a comparison for an account that does not exist, so that the time tells nothing. */
export async function wasteAComparison(password: string): Promise<void> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  await verifyPassword(password, await decoy)
}
