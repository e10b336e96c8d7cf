// Asks the authority for a time stamp of a case that was sealed, and keeps the answer once it holds.
import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { hexOf } from '../../../src/domain/case-file/canonical-json.ts'
import { readStamp, type Stamp, stampRequest } from '../../../src/domain/case-file/time-stamp.ts'
import { SECOND_MS } from '../../../src/domain/durations.ts'
import { WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { defineJob } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { noteCustody } from './custody-rows.ts'
import type { EvidenceConfig } from './settings.ts'
import { isSigned } from './stamp-signature.ts'

export const stampJob = defineJob({
  name: 'evidenceStamp',
  data: z.object({ caseId: z.int() }),
  subject: data => `(select c.number from evidence_case c where c.id = (${data} ->> 'caseId')::bigint)`,
  timeoutSeconds: 60,
  pollSeconds: 30,
  atOnce: 1,
  // From a minute to some eight hours between tries.
  tries: 10,
  againSeconds: 60,
})

const WAIT_MS = 20 * SECOND_MS
/** An answer with its certificates has a few thousand. */
const MOST_BYTES = 100_000

interface Given extends Pick<Kernel, 'data' | 'jobs'> {
  config: { evidence: EvidenceConfig }
}

export const workStamps = (parts: Given): Promise<void> =>
  parts.jobs.work(stampJob, async ({ data: { caseId }, signal }) => {
    await stampCase(parts, caseId, signal)
    return undefined
  })

async function stampCase({ data, config }: Given, caseId: number, signal: AbortSignal): Promise<void> {
  const { stampUrl } = config.evidence
  const found = await data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables
        .selectFrom('evidence_case as c')
        .leftJoin('evidence_stamp as s', 's.case_id', 'c.id')
        .select(['c.tenant_id', 'c.manifest', 's.stamped_at'])
        .where('c.id', '=', caseId),
    ),
  )
  // No authority any more: what was sealed holds without one.
  if (stampUrl === undefined || !found?.manifest || found.stamped_at !== null) return
  const sha256 = createHash('sha256').update(found.manifest).digest('hex')
  const { stamp, answer } = await askAuthority(stampUrl, sha256, signal)
  const authority = new URL(stampUrl).host
  const tenantId = found.tenant_id
  await data.scoped(WHOLE, async sql => {
    const made = await firstOf(
      sql,
      tables
        .insertInto('evidence_stamp')
        .values({
          ...{ tenant_id: tenantId, case_id: caseId, stamped_at: stamp.at, authority },
          token: Buffer.from(answer),
        })
        .onConflict(conflict => conflict.column('case_id').doNothing())
        .returning('case_id'),
    )
    if (!made) return
    await noteCustody(sql, { tenantId, caseId, by: authority, act: 'stamped', detail: { at: stamp.at } })
    sql.audit({
      ...{ tenantId, userId: null, userName: null, address: null },
      ...{ action: 'evidenceCase.stamp', entity: 'evidenceCase', rowId: caseId, detail: { authority } },
    })
  })
}

/** An answer that is of something else, or that nobody signed, is none: the job fails and asks again later. */
export async function askAuthority(
  url: string,
  sha256: string,
  signal: AbortSignal,
): Promise<{ stamp: Stamp; answer: Uint8Array }> {
  const nonce = randomBytes(8)
  // A number that is neither negative nor written with zeros before it comes back as it was sent.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: Buffer.from(stampRequest(sha256, nonce)),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
  })
  if (!response.ok) throw new Error(`The authority for time stamps answered ${response.status}`)
  const answer = await readAtMost(response, MOST_BYTES)
  const stamp = readStamp(answer)
  if (!stamp) throw new Error('The authority for time stamps granted none')
  if (stamp.sha256 !== sha256 || stamp.nonce !== hexOf(nonce))
    throw new Error('The authority for time stamps answered another question')
  if (!isSigned(stamp)) throw new Error('The time stamp is not signed by the certificate that came with it')
  return { stamp, answer }
}

async function readAtMost(response: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > most) throw new Error('The answer of the authority for time stamps is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
