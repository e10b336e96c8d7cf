// Notices as other modules meet them: written for who is concerned, with what goes out after the commit.
export {
  type DoorCardNotice,
  noticeOfDoorCard,
  publishDoorCards,
  saveDoorCards,
  type WrittenDoorCard,
} from './door-card-notices.ts'
export {
  ADMINISTERS,
  addManyNotices,
  addNotices,
  administratorsOf,
  audienceOf,
  type Noted,
  type NoticeFor,
} from './fan-out.ts'
export type { WaitingCalls } from './notices.ts'
export { noteTaskEnd } from './task-notice.ts'
