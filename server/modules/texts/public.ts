// Text messages as other modules meet them.
export type { TextMessage } from './provider.ts'
export type { Texts } from './texts.ts'
