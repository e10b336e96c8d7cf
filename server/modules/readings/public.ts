// Readings as other modules meet them: every value of a stretch.
export { readPoints } from './series.ts'
