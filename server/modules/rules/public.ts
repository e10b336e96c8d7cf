// The rules of alarms as other modules meet them: what a reading and a report mean by themselves.
export { isAbnormal, lastingReports, missedKinds } from './faults.ts'
export { type Condition, judgeReading, type Limits } from './thresholds.ts'
