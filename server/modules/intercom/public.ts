// Doors and calls as other modules meet them: rights of people and devices that move or go, and ways through networks.
export { iceServersFor } from './call-tokens.ts'
export { colleagues } from './colleagues.ts'
export { addDoorEvent } from './door-events.ts'
export type { DoorPart, DoorTools } from './door-part.ts'
export { createResidentUnlock, writeResidentOrder } from './resident-unlock.ts'
export { returnRights, wantLists, withdrawRights } from './rights-list.ts'
export type { CallConfig } from './settings.ts'
