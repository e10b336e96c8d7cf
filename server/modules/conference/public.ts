// Carrying media as other modules meet it: packets, reports, and a program of its own that is kept running.
export { type KeptProgram, keepProgram, type ProgramState, pingOrder, programWords } from './kept-program.ts'
export type { ConferenceConfig } from './settings.ts'
export { createIncoming, type Incoming } from './sfu/incoming.ts'
export { createArrivals, readRtcp, senderReport } from './sfu/rtcp.ts'
export { extensionOf, isRtcp, type RtpView, readRtp, readVp8, sequenceStep } from './sfu/rtp.ts'
