// Text messages as other modules meet them.
export type { TextMessage } from './provider.ts'
export { cannotSend, reserveTexts, type TextWish } from './text-limits.ts'
export type { Texts } from './texts.ts'
export { writeTexts } from './write-texts.ts'
