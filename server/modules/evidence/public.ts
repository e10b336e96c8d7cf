// Devices that upload by themselves, as other modules meet them: who has sent what, by their token.
export type { Recorders } from './recorders.ts'
export type { Sender } from './uploads.ts'
