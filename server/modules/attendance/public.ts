// Attendance as others meet it: how it is stored, who judges it, and what becomes of corrections.
export { correctionHandler, openCorrection } from './correction-store.ts'
export { mountAttendance } from './endpoints.ts'
export type { ReadLeave } from './facts.ts'
export { judgeSeeded } from './judge.ts'
export { leaveMarker, workAttendance } from './round.ts'
export { attendanceStores } from './stores.ts'
export { workDaysOf } from './work-days.ts'
