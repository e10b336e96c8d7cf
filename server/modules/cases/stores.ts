// How cases are stored, and how one is sealed.
import * as z from 'zod/mini'
import { bytesOf, canonical } from '../../../src/domain/case-file/canonical-json.ts'
import { evidenceCase } from '../../../src/domain/case-file/evidence-case.ts'
import { itemKind, type Manifest } from '../../../src/domain/case-file/manifest.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import { itemsOf, lockCase, noteCustody } from './custody-rows.ts'
import type { EvidenceConfig } from './settings.ts'
import { createSigner, type Signer } from './signing.ts'
import { stampJob } from './stamp-job.ts'

interface Given extends Pick<Kernel, 'jobs'> {
  config: { secrets: Secrets; evidence: EvidenceConfig }
}

export function caseStores(parts: Given): Store[] {
  const signer = createSigner(parts.config.secrets)
  return [
    {
      entity: evidenceCase,
      table: {
        name: 'evidence_case',
        columns: {
          tenantName: TENANT_NAME,
          items: '(select count(*)::int from evidence_item i where i.case_id = t.id)',
          bytes: `(select coalesce(sum(length(i.record) + coalesce(i.content_bytes, 0)), 0)::bigint
            from evidence_item i where i.case_id = t.id)`,
        },
        unique: { evidence_case_number: 'number' },
        beforeSave: async ({ before }) => {
          if (before && before.state !== 'open') throw new Refused('evidence.notOpen')
          return undefined
        },
        afterSave: async ({ context: { sql, person }, before, id, tenantId }) => {
          if (!before) await noteCustody(sql, { tenantId, caseId: id, by: person.name, act: 'opened' })
        },
        commands: {
          seal: async commanding => {
            await seal(commanding, signer)
            if (parts.config.evidence.stampUrl === undefined) return
            const { context, row, tenantId } = commanding
            await parts.jobs.send(context.sql, stampJob, { caseId: row.id }, { tenantId })
          },
        },
      },
    },
  ]
}

/** Signs the roots of all items, and the chain up to the line that says so. */
async function seal({ context: { sql, person }, row, tenantId }: Commanding, signer: Signer): Promise<void> {
  const found = await lockCase(sql, row.id)
  if (found.state !== 'open') throw new Refused('evidence.notOpen')
  const items = await itemsOf(sql, row.id)
  const custody = await noteCustody(sql, { tenantId, caseId: row.id, by: person.name, act: 'sealed' })
  const now = Date.now()
  const sealed: Manifest = {
    format: 'gatehouse-evidence/1',
    case: { number: found.number, title: found.title },
    sealedAt: now,
    items: items.map(item => ({
      no: item.no,
      kind: z.parse(itemKind, item.kind),
      heldAt: item.held_at,
      leaves: item.leaves,
      root: item.root,
      content:
        item.content_sha256 === null
          ? null
          : {
              bytes: item.content_bytes ?? 0,
              sha256: item.content_sha256,
              type: item.content_type ?? 'application/octet-stream',
            },
    })),
    custody,
    publicKey: signer.publicKey,
  }
  const manifest = canonical(sealed)
  await rowsOf(
    sql,
    tables
      .updateTable('evidence_case')
      .set({
        version: found.version + 1,
        updated_at: now,
        state: 'sealed',
        sealed_at: now,
        sealed_by_name: person.name,
        manifest,
        signature: signer.sign(bytesOf(manifest)),
        public_key: signer.publicKey,
      })
      .where('id', '=', row.id)
      .returning('id'),
  )
}
