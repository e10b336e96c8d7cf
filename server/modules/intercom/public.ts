// Doors as other modules meet them: rights of people and devices that move or go.
export { returnRights, wantLists, withdrawRights } from './rights-list.ts'
