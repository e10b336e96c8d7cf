// Leave as other modules meet it: who is away on which days.
export { dayIn } from './calendar.ts'
export { leaveDaysOf } from './settle.ts'
