// What other modules ask of backups.
export { type NewestBackup, newestBackup } from './newest.ts'
