// Readings as other modules meet them: every value of a stretch, and series with their peaks.
export { readPoints, readSeries } from './series.ts'
