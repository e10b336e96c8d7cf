// Fences as other modules meet them: positions are judged by them in the transaction that stores them.
export { createFenceBook, type FenceBook } from './fence-book.ts'
export { dueDevices, type FenceWork, judgePositions, judgeTimes, noFenceWork } from './judge.ts'
export { publishFences } from './publish-fences.ts'
export { type FenceChange, saveFenceWork } from './save-work.ts'
