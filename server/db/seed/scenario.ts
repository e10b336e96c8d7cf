// What kind of place a tenant runs.
import type * as z from 'zod/mini'
import type { scenario } from '../../../src/domain/access/session-words.ts'

export type Scenario = z.output<typeof scenario>
