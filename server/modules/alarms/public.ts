// Alarms as other modules meet them: those who find a reason for one judge, store and announce it through these.
export { type AlarmBreakdown, countAlarms } from './alarm-counts.ts'
export { insertAlarms, saveConditions } from './alarm-rows.ts'
export type { AlarmDevice, AlarmDraft, ConditionChange } from './draft.ts'
export { addEvents } from './events.ts'
export { createJudge, type Judge } from './judge.ts'
export { noteEvents } from './note-events.ts'
export { type Outgoing, sendOut } from './notify.ts'
export { publishAlarm, publishSos, raised } from './publish-alarms.ts'
