// Time stamps against a real server and an authority made of OpenSSL: asked when a case is sealed, kept, handed over, and proved
// with OpenSSL by whoever has the archive.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAuthority } from '../../../../server/modules/cases/stamp-job.ts'
import { NAMES } from '../../../../src/domain/case-file/manifest.ts'
import { readStoredZip } from '../../../../src/domain/case-file/stored-zip.ts'
import { verifyCase } from '../../../../src/domain/case-file/verify-case.ts'
import { inMemory, nodeProofs } from '../../../domain/case-file/sealed-archive.ts'
import { startServer, type TestServer } from '../../start.ts'

const run = promisify(execFile)
const SETTINGS = `[tsa]
default_tsa = own
[own]
serial = ./serial
crypto_device = builtin
signer_cert = ./tsa.pem
signer_key = ./tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
`

/** What the authority does with a question; undefined: it stamps. */
let spoil: ((answer: Buffer) => Buffer | undefined) | undefined
let folder: string
let authority: Server
let server: TestServer
let url: string

const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-stamps-'))
  await writeFile(join(folder, 'tsa.cnf'), SETTINGS)
  await writeFile(join(folder, 'serial'), '01\n')
  await openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=Stamps'],
    ...['-keyout', 'tsa.key', '-out', 'tsa.pem', '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-addext', 'extendedKeyUsage=critical,timeStamping', '-addext', 'keyUsage=critical,digitalSignature'],
  )
  let questions = 0
  authority = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const name = `question-${questions++}`
    await writeFile(join(folder, name), Buffer.concat(parts))
    await openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', name, '-out', `${name}.tsr`)
    const answer = await readFile(join(folder, `${name}.tsr`))
    const given = spoil ? spoil(answer) : answer
    response.writeHead(given ? 200 : 503, { 'content-type': 'application/timestamp-reply' }).end(given)
  })
  await new Promise<void>(resolve => void authority.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/stamps`
  server = await startServer({ EVIDENCE_TSA_URL: url })
})
afterAll(async () => {
  await server.stop()
  authority.close()
  await rm(folder, { recursive: true })
})

const post = (path: string, body: object) =>
  server.call(`/api/user/evidenceCase/${path}`, { token: server.tokens.admin, body })
const get = async (path: string, id: number) =>
  (
    await server.call(`/api/user/evidenceCase/${path}`, {
      token: server.tokens.admin,
      query: { id: String(id) },
    })
  ).data

async function sealedCase(): Promise<number> {
  const held = await post('hold', { kind: 'alarm', subjectId: server.here.alarmId })
  const { id } = held.data as { id: number }
  const { version } = (await get('get', id)) as { version: number }
  expect((await post('seal', { ids: [id], seen: [{ id, version }] })).data).toMatchObject({
    results: [{ ok: true }],
  })
  return id
}

async function archiveOf(id: number): Promise<Uint8Array> {
  const { data } = await post('handOver', { id, hidden: [] })
  const answer = await fetch(
    `${server.url}/api/user/evidenceCase/archive?id=${(data as { id: number }).id}`,
    {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    },
  )
  return new Uint8Array(await answer.arrayBuffer())
}

async function fileOf(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const zip = await readStoredZip(inMemory(bytes))
  const at = zip?.entries.findIndex(entry => entry.name === name) ?? -1
  const start = zip?.starts[at] ?? 0
  return bytes.slice(start, start + (zip?.entries[at]?.bytes ?? 0))
}

describe('an authority', () => {
  test('stamps what is sealed; OpenSSL proves it of the archive, and the chain names it', async () => {
    const id = await sealedCase()
    await expect
      .poll(async () => ((await get('contents', id)) as { stamp: unknown }).stamp)
      .toMatchObject({ authority: new URL(url).host })
    const bytes = await archiveOf(id)
    const { data } = await server.call('/api/user/evidenceCase/key', { token: server.tokens.admin })
    const { fingerprint } = data as { fingerprint: string }
    const report = await verifyCase(inMemory(bytes), nodeProofs, fingerprint)
    expect(report).toMatchObject({ verdict: 'holds', flaws: [] })
    expect(Math.abs((report.stampedAt ?? 0) - Date.now())).toBeLessThan(120_000)
    expect(report.custody.map(({ act }) => act)).toContain('stamped')
    await writeFile(join(folder, NAMES.manifest), await fileOf(bytes, NAMES.manifest))
    await writeFile(join(folder, NAMES.stamp), await fileOf(bytes, NAMES.stamp))
    const { stdout } = await openssl(
      ...['ts', '-verify', '-data', NAMES.manifest, '-in', NAMES.stamp, '-CAfile', 'tsa.pem'],
    )
    expect(stdout).toContain('Verification: OK')
  })

  test('that answers with something else is not believed', async () => {
    const ask = (sha256: string) => askAuthority(url, sha256, new AbortController().signal)
    const hash = 'ab'.repeat(32)
    expect((await ask(hash)).stamp.sha256).toBe(hash)
    const first = await readFile(join(folder, 'question-0.tsr'))
    const spoilt: [string, (answer: Buffer) => Buffer | undefined, string][] = [
      ['down', () => undefined, 'answered 503'],
      ['noise', () => Buffer.from('<html>'), 'granted none'],
      ['cut off', answer => answer.subarray(0, -9), 'granted none'],
      ['too long', () => Buffer.alloc(200_000), 'too long'],
      ['of another question', () => first, 'another question'],
      // The last bytes are the signature.
      [
        'signed by nobody',
        answer => Buffer.from(answer.map((byte, at) => (at === answer.length - 3 ? byte ^ 1 : byte))),
        'not signed',
      ],
    ]
    for (const [name, how, why] of spoilt) {
      spoil = how
      await expect(ask(hash), name).rejects.toThrow(why)
    }
    spoil = undefined
  })

  test('that is silent keeps nobody from handing over; the stamp comes into later archives', async () => {
    spoil = () => undefined
    const id = await sealedCase()
    const before = await archiveOf(id)
    expect((await readStoredZip(inMemory(before)))?.entries.map(({ name }) => name)).not.toContain(
      NAMES.stamp,
    )
    expect(await get('contents', id)).toMatchObject({ stamp: null, stamps: true })
    spoil = undefined
  })
})
