// Push messages as other modules meet them: what alarms are called in them.
export { alarmNames } from './words.ts'
