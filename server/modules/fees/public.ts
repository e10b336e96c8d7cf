// Fees as others meet them: what rooms are billed, and what a bill consists of.
export { isBilled } from './preview.ts'
export { readRooms } from './room-facts.ts'
export { writeBills } from './write-bills.ts'
