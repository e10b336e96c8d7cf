// Communities as other modules meet them: who sees which, and what a room's cell says.

export { tieAll } from './match.ts'
export { departmentOf, refuseUnseen } from './scope.ts'
