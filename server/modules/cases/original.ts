// What somebody wants held, and what is copied of it.
import type { Readable } from 'node:stream'
import type { Json } from '../../../src/domain/case-file/canonical-json.ts'
import type { ItemKind } from '../../../src/domain/case-file/manifest.ts'
import type { ApartContext, Context } from '../../http/handlers.ts'

export interface Wanted {
  kind: ItemKind
  subjectId: number
  from?: number | undefined
  to?: number | undefined
}

export interface Original {
  kind: ItemKind
  label: string
  facts: Json
  content?: { type: string; open: () => Promise<Readable | undefined> }
}

export type Asking = Omit<ApartContext, 'scoped'> & Pick<Context, 'sql'>
