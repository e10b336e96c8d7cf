// Push messages as other modules meet them: what alarms are called in them, and which addresses are the internet's.
export { isPublicIp } from './push-address.ts'
export { alarmNames } from './words.ts'
