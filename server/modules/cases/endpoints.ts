// Evidence over HTTP: what a case holds, a look that is written down, holding, handing over, and the archive itself.
import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import {
  caseArchive,
  caseContents,
  evidenceKey,
  handOver,
  holdItem,
  lookAtCase,
} from '../../../src/contract/endpoints/evidence-case.ts'
import { bytesOf } from '../../../src/domain/case-file/canonical-json.ts'
import { lineOf } from '../../../src/domain/case-file/custody.ts'
import { recordFile } from '../../../src/domain/case-file/leaves.ts'
import { handover, itemKind, manifest } from '../../../src/domain/case-file/manifest.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRow, readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets.ts'
import { archiveFiles, type HiddenPart, handoverOf, hiddenPart, streamOf } from './archive.ts'
import type { CopyParts } from './copy-bytes.ts'
import { custodyOf, itemsOf, lockCase, noteCustody, stampOf } from './custody-rows.ts'
import { holdInCase } from './hold.ts'
import type { HeldStores } from './originals.ts'
import type { EvidenceConfig } from './settings.ts'
import { createSigner, type Signer, sha256 } from './signing.ts'

export interface CaseParts extends CopyParts {
  config: { secrets: Secrets; evidence: EvidenceConfig }
  /** Where the build put the verifier. */
  verifierFile: string
}

export function mountCases(handlers: Handlers, parts: CaseParts, stores: HeldStores): void {
  const signer = createSigner(parts.config.secrets)
  // A server whose pages were not built hands over without it.
  const verifier = existsSync(parts.verifierFile) ? readFileSync(parts.verifierFile, 'utf8') : null
  const { cases } = stores
  const stamps = parts.config.evidence.stampUrl !== undefined
  mountReading(handlers, stores, { signer, verifier, stamps })
  handlers.handleApart(holdItem, (wanted, context) => holdInCase(parts, stores, wanted, context))
  handlers.handle(handOver, async ({ id, hidden }, context) => {
    await readRow(cases, id, context)
    return { id: await handOut({ signer, verifier }, id, hidden, context) }
  })
  handlers.handle(caseArchive, async ({ id }, context) => {
    const { sql, person } = context
    const given = await firstOf(sql, tables.selectFrom('evidence_export').selectAll().where('id', '=', id))
    const seen = given && (await readRows(cases, [given.case_id], context)).get(given.case_id)
    if (!given || !seen) throw new Refused('row.unknown')
    const found = await lockCase(sql, given.case_id)
    const { custody } = z.parse(handover, JSON.parse(given.handover))
    const files = await archiveFiles(sql, {
      found,
      hidden: z.parse(z.array(hiddenPart), given.hidden),
      count: custody.count,
      stamped: given.stamped,
      verifier: given.verifier,
    })
    const tenantId = found.tenant_id
    const noted = { export: id }
    await noteCustody(sql, { tenantId, caseId: found.id, by: person.name, act: 'fetched', detail: noted })
    sql.audit({
      ...by(context, tenantId),
      ...{ action: 'evidenceCase.fetch', entity: 'evidenceCase', rowId: found.id, detail: noted },
    })
    const name = `${found.number.replace(/[^\p{L}\p{N}._-]+/gu, '_')}.zip`
    return { ...streamOf(files, given, parts.storages), name, type: 'application/zip' }
  })
}

interface Signing {
  signer: Signer
  verifier: string | null
}

function mountReading(
  handlers: Handlers,
  { cases }: HeldStores,
  { signer, verifier, stamps }: Signing & { stamps: boolean },
): void {
  handlers.handle(evidenceKey, async () => ({
    fingerprint: signer.fingerprint,
    verifier: verifier === null ? null : sha256(bytesOf(verifier)),
  }))
  handlers.handle(caseContents, async ({ id }, context) => {
    const row = await readRow(cases, id, context)
    const { sql } = context
    const items = await itemsOf(sql, id)
    const lines = await custodyOf(sql, id)
    const stamp = await stampOf(sql, id)
    const exports = await rowsOf(
      sql,
      tables.selectFrom('evidence_export').selectAll().where('case_id', '=', id).orderBy('id', 'desc'),
    )
    return {
      seal: row.state === 'open' ? null : await sealOf(sql, id),
      stamp: stamp ? { at: stamp.stamped_at, authority: stamp.authority } : null,
      stamps,
      items: items.map(item => ({
        ...{ no: item.no, kind: z.parse(itemKind, item.kind), label: item.label },
        ...{ heldAt: item.held_at, heldByName: item.held_by_name, leaves: item.leaves },
        contentBytes: item.content_bytes,
      })),
      custody: lines.flatMap(({ line }) => {
        const said = lineOf(line)
        return said ? [{ seq: said.seq, at: said.at, by: said.by, act: said.act }] : []
      }),
      exports: exports.map(given => ({
        ...{ id: given.id, at: given.at, byName: given.by_name },
        withheld: z
          .parse(z.array(hiddenPart), given.hidden)
          .reduce((sum, { paths, content }) => sum + paths.length + (content ? 1 : 0), 0),
        verifier: given.verifier === null ? null : sha256(bytesOf(given.verifier)),
      })),
    }
  })
  handlers.handle(lookAtCase, async ({ id }, context) => {
    const { sql, person } = context
    await readRow(cases, id, context)
    const found = await lockCase(sql, id)
    const items = await itemsOf(sql, id)
    await noteCustody(sql, { tenantId: found.tenant_id, caseId: id, by: person.name, act: 'looked' })
    sql.audit({
      ...by(context, found.tenant_id),
      ...{ action: 'evidenceCase.look', entity: 'evidenceCase', rowId: id, detail: {} },
    })
    return items.map(item => ({
      no: item.no,
      leaves: z
        .parse(recordFile, JSON.parse(item.record))
        .leaves.flatMap(leaf =>
          'hash' in leaf ? [] : [{ path: leaf.path, value: leaf.value === null ? '' : String(leaf.value) }],
        ),
    }))
  })
}

/** What is published of a seal, so that nobody can put another in its place: the chain's count and head, and the manifest. */
async function sealOf(sql: Sql, caseId: number) {
  const found = await lockCase(sql, caseId)
  if (found.manifest === null) return null
  const { custody } = z.parse(manifest, JSON.parse(found.manifest))
  return { ...custody, manifest: sha256(bytesOf(found.manifest)) }
}

/** Signs an archive and writes down what it is; its bytes are made when it is fetched. */
async function handOut(
  { signer, verifier }: Signing,
  caseId: number,
  hidden: readonly HiddenPart[],
  context: Context,
): Promise<number> {
  const { sql, person } = context
  const found = await lockCase(sql, caseId)
  if (found.state === 'open') throw new Refused('evidence.notSealed')
  // The list and the manifest are proved by one key, the one whose fingerprint is published.
  if (found.public_key !== signer.publicKey) throw new Refused('evidence.otherKey')
  const items = new Map((await itemsOf(sql, caseId)).map(item => [item.no, item]))
  for (const { no, paths } of hidden) {
    const item = items.get(no)
    const known = item && new Set(z.parse(recordFile, JSON.parse(item.record)).leaves.map(({ path }) => path))
    // What is not withheld by mistake cannot be called back.
    if (!known || paths.some(path => !known.has(path)))
      throw new Refused('field.reference', { field: 'hidden' })
  }
  const tenantId = found.tenant_id
  const at = Date.now()
  const withheld = hidden.filter(({ paths, content }) => paths.length > 0 || content)
  const noted = { withheld: withheld.length }
  const custody = await noteCustody(sql, {
    tenantId,
    caseId,
    by: person.name,
    act: 'exported',
    detail: noted,
  })
  const stamped = (await stampOf(sql, caseId)) !== undefined
  const files = await archiveFiles(sql, {
    ...{ found, hidden: withheld, count: custody.count, stamped, verifier },
  })
  const list = handoverOf(files, {
    exportedAt: at,
    custody,
    withheldContent: withheld
      .filter(({ no, content }) => content && items.get(no)?.content_key !== null)
      .map(({ no }) => no),
    publicKey: signer.publicKey,
  })
  const given = await firstOf(
    sql,
    tables
      .insertInto('evidence_export')
      .values({
        tenant_id: tenantId,
        case_id: caseId,
        at,
        by_name: person.name,
        handover: list,
        signature: signer.sign(bytesOf(list)),
        hidden: JSON.stringify(withheld),
        stamped,
        verifier,
      })
      .returning('id'),
  )
  if (!given) throw new Error('A handing over was not stored')
  await rowsOf(
    sql,
    tables
      .updateTable('evidence_case')
      .set({ state: 'exported', version: found.version + 1, updated_at: at })
      .where('id', '=', caseId)
      .returning('id'),
  )
  sql.audit({
    ...by(context, tenantId),
    ...{ action: 'evidenceCase.handOver', entity: 'evidenceCase', rowId: caseId },
    detail: { export: given.id, ...noted },
  })
  return given.id
}
