// Programs as other modules meet them: who one is.
export { readProgram } from './program.ts'
