// Tasks as other modules meet them: how one is started, and what a runner of one has to do.
export type { Run, Runner, Runners } from './runners.ts'
export { refuseTooMany, stampedName, startTask, storedZone } from './start-task.ts'
export { type Starting, sendTask } from './task-job.ts'
