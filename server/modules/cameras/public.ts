// Cameras as other modules meet them: what has their pictures, and what it tells.
export type { Cameras } from './endpoints.ts'
export { RECORD, RING, recordWord, SEGMENT_FILE } from './engine/record.ts'
