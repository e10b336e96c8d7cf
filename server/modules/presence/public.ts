// Presence as other modules meet it: what speaks of somebody being here.
export { signsOf } from './signs.ts'
