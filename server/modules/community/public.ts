// Communities as other modules meet them: who sees which, what a room's cell says, and what a tenant's site tells everybody.

export { knownStays, livesIn, livingNow } from './living-now.ts'
export { tieAll } from './match.ts'
export { departmentOf, refuseUnseen } from './scope.ts'
export { siteOf } from './website.ts'
