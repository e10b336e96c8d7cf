// Readings as other modules meet them: series with their peaks.
export { readSeries } from './series.ts'
