// What other modules need to know of retention: how long a tenant keeps what they keep.
export { daysInStatement, daysKept, readOwnDays, tablesOf } from './own-days.ts'
export type { RetentionConfig } from './settings.ts'
