// A second process over the same database, as far as background work goes.
import type { Jobs } from '../../server/jobs/jobs.ts'
import { startJobs } from '../../server/jobs/jobs.ts'
import type { Parts } from '../../server/parts.ts'
import type { TestServer } from './start.ts'

/** Works what `work` takes up until it is stopped. */
export async function otherProcess(
  { app }: Pick<TestServer, 'app'>,
  work: (parts: Parts) => Promise<unknown>,
): Promise<Jobs> {
  const { pools, parts } = app
  const jobs = await startJobs({ pool: pools.of.jobs, data: pools.jobs, log: parts.log, alone: false })
  await work({ ...parts, data: pools.jobs, jobs })
  return jobs
}
