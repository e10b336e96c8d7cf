// The roster as other modules meet it: whoever is on duty at a moment, after swaps.
export { type OnDuty, onDuty } from './roster.ts'
