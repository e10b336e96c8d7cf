// Buildings as other modules meet them: where a device is inside one, and which zones it enters and leaves.
export { judgeZones, noZoneWork, saveZoneWork } from './judge-zones.ts'
export { type IndoorRow, saveIndoor } from './save-positions.ts'
