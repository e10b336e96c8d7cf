// Residents as other modules and the demo meet them: who lives in a room opens its doors.
export { giveDoors } from './clock.ts'
