// Who does which kind of task. A module registers its kind; the worker gives it the task, its person and their rights.
import type { Readable } from 'node:stream'
import type { EntityDefinition, RowOf } from '../../../src/domain/entity.ts'
import type { Cell } from '../../../src/domain/file/csv-dialect.ts'
import type { task } from '../../../src/domain/task/task.ts'
import type { Scope } from '../../db/scoped.ts'
import type { Person } from '../../person.ts'

export type TaskKind = RowOf<typeof task>['kind']
export type TaskFormat = RowOf<typeof task>['format']

export interface Task {
  id: number
  tenantId: number
  userId: number
  kind: TaskKind
  entity: string
  format: TaskFormat
  fileName: string
  dryRun: boolean
  /** When this run began: another number says that another process has taken the task over. */
  startedAt: number
  /** What was stored when it was started. A runner checks it before it relies on it. */
  request: Readonly<Record<string, unknown>>
}

/** How far it is. What is left out stays as it was. */
export interface Progress {
  done: number
  total?: number
  failed?: number
  skipped?: number
}

/** One run of a task. */
export interface Run {
  task: Task
  /** Who asked, with the rights of now. */
  person: Person
  scope: Scope
  /** Aborted when somebody cancels or the server stops. */
  signal: AbortSignal
  /**
   * Tells how far it is; call it after every batch. Throws when the task is to end: let that pass. The figures reach
   * the database a few times a second at most, and the last ones in any case.
   */
  progress(progress: Progress): Promise<void>
  /** Writes lines as the task's file, in its format; the first one has the headings. */
  writeLines(lines: AsyncIterable<readonly Cell[]>): Promise<void>
  /** Has a file written at a path, which becomes the task's file. */
  writeFile(write: (path: string) => Promise<void>): Promise<void>
  /** Bytes of an uploaded file of the same tenant; undefined when there is none. */
  openUpload(fileId: number): Promise<Readable | undefined>
}

export interface Runner {
  /** Permissions that the person must hold when it runs; undefined where the kind does not know the entity. */
  permissions(task: Task, entity: EntityDefinition | undefined): readonly string[] | undefined
  /** Does it. A `Refused` that it throws becomes the reason shown; anything else is logged and is `failed`. */
  run(run: Run): Promise<void>
}

export interface Runners {
  register(kind: TaskKind, runner: Runner): void
  of(kind: string): Runner | undefined
}

export function createRunners(): Runners {
  const byKind = new Map<string, Runner>()
  return {
    register: (kind, runner) => {
      if (byKind.has(kind)) throw new Error(`Tasks of kind ${kind} have two runners`)
      byKind.set(kind, runner)
    },
    of: kind => byKind.get(kind),
  }
}
