// Evidence beyond the list of cases: what is in one, holding, handing over, and the key that signs.
import * as z from 'zod/mini'
import { custodyAct } from '../../domain/case-file/custody.ts'
import { itemKind } from '../../domain/case-file/manifest.ts'
import { id, moment, several, text } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)
const MOST_LEAVES = 2_000
export const MOST_ITEMS = 1_000

const caseItem = z.object({
  no: z.int(),
  kind: itemKind,
  label: z.string(),
  heldAt: moment,
  heldByName: z.string(),
  leaves: z.int(),
  contentBytes: z.nullable(z.int()),
})
export type CaseItem = z.output<typeof caseItem>

const contents = z.object({
  /** Of a sealed case: how long its chain was then, the chain's head, and the SHA-256 of the manifest. */
  seal: z.nullable(z.object({ count: z.int(), head: z.string(), manifest: z.string() })),
  /** What an authority said of when it was sealed. */
  stamp: z.nullable(z.object({ at: moment, authority: z.string() })),
  /** Whether an authority is asked in this installation. */
  stamps: z.boolean(),
  items: z.array(caseItem),
  custody: z.array(z.object({ seq: z.int(), at: moment, by: z.string(), act: custodyAct })),
  exports: z.array(
    z.object({ id, at: moment, byName: z.string(), withheld: z.int(), verifier: z.nullable(z.string()) }),
  ),
})
export type CaseContents = z.output<typeof contents>

export const caseContents = endpoint({
  service: 'user',
  method: 'GET',
  path: 'evidenceCase/contents',
  access: 'evidenceCase.read',
  summary: 'What a case holds, by name; who did what with it; what was handed over',
  request: z.strictObject({ id: idInQuery }),
  response: wireOf(contents),
})

/** What was recorded of each item. The look joins the chain of custody and the audit log. */
export const lookAtCase = endpoint({
  service: 'user',
  method: 'POST',
  path: 'evidenceCase/look',
  access: 'evidenceCase.look',
  summary: 'What was recorded of each item; the look is written to the chain of custody and the audit log',
  request: z.strictObject({ id }),
  response: z.array(
    z.object({ no: z.int(), leaves: z.array(z.object({ path: z.string(), value: z.string() })) }),
  ),
})

/** Copies something as it is now. `subjectId`: the alarm, file, recording, event at a door, or device whose track it is. */
export const holdItem = endpoint({
  service: 'user',
  method: 'POST',
  path: 'evidenceCase/hold',
  access: 'evidenceCase.hold',
  summary:
    'Copy an alarm, what belongs to it, a recording, a file, a track or an event at a door into a case',
  request: z.strictObject({
    /** An open case; absent: a new one, named after what it begins with. */
    id: z.optional(id),
    kind: itemKind,
    subjectId: id,
    from: z.optional(moment),
    to: z.optional(moment),
    /** With an alarm: also its response card, its readings and what the audit log says of it. */
    around: z.optional(z.boolean()),
  }),
  response: z.object({ id, number: z.string(), nos: z.array(z.int()) }),
})

/** Makes an archive of a sealed case. Leaves that are named are withheld, and proved all the same. */
export const handOver = endpoint({
  service: 'user',
  method: 'POST',
  path: 'evidenceCase/handOver',
  access: 'evidenceCase.handOver',
  summary: 'Hand a sealed case over: sign an archive of it, with chosen leaves and contents withheld',
  request: z.strictObject({
    id,
    hidden: z
      .array(
        z.strictObject({
          no: z.int().check(z.positive()),
          paths: several(text(500), MOST_LEAVES),
          content: z.boolean(),
        }),
      )
      .check(z.maxLength(MOST_ITEMS)),
  }),
  response: z.object({ id }),
})

export const caseArchive = endpoint({
  service: 'user',
  method: 'GET',
  path: 'evidenceCase/archive',
  access: 'evidenceCase.handOver',
  summary: 'The archive of a handing over, the same bytes each time',
  file: true,
  request: z.strictObject({ id: idInQuery }),
  response: z.unknown(),
})

/** Told to whoever has a session: it is compared with what stands in archives. */
export const evidenceKey = endpoint({
  service: 'user',
  method: 'GET',
  path: 'evidenceCase/key',
  access: 'evidenceCase.read',
  summary: 'The fingerprint of the key that signs evidence, and the hash of the verifier',
  request: z.strictObject({}),
  response: z.object({ fingerprint: z.string(), verifier: z.nullable(z.string()) }),
})
