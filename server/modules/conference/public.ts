// Carrying media as other modules meet it: packets, reports, and a program of its own that is kept running.
export { type KeptProgram, keepProgram, type ProgramState, pingOrder, programWords } from './kept-program.ts'
export { createMediaProgram, textOf } from './media-program.ts'
export type { ConferenceConfig } from './settings.ts'
export { createIncoming, type Incoming } from './sfu/incoming.ts'
export { ABOUT_TYPE, LINE_NAME, MEDIA_LINE, MIXED_EXTENSIONS } from './sfu/offer.ts'
export { readRtcp, senderReport } from './sfu/rtcp.ts'
export { isRtcp, type RtpView, readRtp, sequenceStep } from './sfu/rtp.ts'
