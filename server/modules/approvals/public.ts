// Approvals as other modules meet them: cases are opened, renewed and withdrawn in the owner's transaction; what became of one the
// owner's handler is told.
export { type Ask, openCase, openCasesOf, reviseCase, withdrawCase } from './asking.ts'
export type { ApprovalHandler, Settled } from './deciding.ts'
export type { Asking } from './telling.ts'
