// Response cards as other modules meet them: the card of an alarm with what was said of its steps.
export { readRun } from './runs.ts'
