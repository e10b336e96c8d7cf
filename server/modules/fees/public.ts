// Fees as others meet them: what rooms are billed, and what a bill consists of.
export { readLines } from './endpoints.ts'
export { writeBills } from './issue.ts'
export { isBilled } from './preview.ts'
export { readRooms } from './room-facts.ts'
