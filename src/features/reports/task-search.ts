// Which tab of the download tasks an address means, and what each asks for.
import * as z from 'zod/mini'
import type { PageQuery } from '../../contract/entity-endpoints.ts'
import { permissionFor } from '../../domain/entity.ts'
import { job } from '../../domain/job/job.ts'
import { task } from '../../domain/task/task.ts'
import { queryOf, readListSearch } from '../../resource/search.ts'

const taskTab = z.enum(['tasks', 'jobs'])
export type TaskTab = z.output<typeof taskTab>

export const taskTabs = [
  { id: 'tasks', permission: permissionFor(task, 'read'), address: '/DownloadTask', icon: 'download' },
  { id: 'jobs', permission: permissionFor(job, 'read'), address: '/DownloadTask?view=jobs', icon: 'refresh' },
] as const

/** The first page of tasks that an address shows; undefined where it shows jobs. */
export function taskQuery(raw: Readonly<Record<string, unknown>>): PageQuery | undefined {
  return taskTabOf(raw) === 'jobs' ? undefined : queryOf(task, readListSearch(task, raw))
}

/** Undefined when the address does not say. */
export function taskTabOf(raw: Readonly<Record<string, unknown>>): TaskTab | undefined {
  const read = taskTab.safeParse(raw.view)
  return read.success ? read.data : undefined
}
