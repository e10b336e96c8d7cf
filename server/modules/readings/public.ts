// Readings as other modules meet them: how long the packed pieces are.
export { HOUR_MS } from './hours.ts'
