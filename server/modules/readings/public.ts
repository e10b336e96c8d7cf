// Readings as other modules meet them: every value of a stretch.
export { readPoints } from './series.ts'
// Readings as other modules meet them: series with their peaks.
export { readSeries } from './series.ts'
