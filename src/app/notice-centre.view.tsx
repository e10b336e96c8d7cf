// The message centre with what other features lend it: the words of alarm types, and the ways to speak and to reach people.
import { alarmView } from '../features/alarms/alarm.view.tsx'
import { noticeView } from '../features/notices/notice.view.tsx'
import { openReachability } from '../features/reachability/reachability-drawer.ts'
import { openSpeak } from '../features/spoken-notices/speak-opened.ts'

export const noticeCentreView = noticeView(alarmView.words.type ?? {}, {
  onSpeak: openSpeak,
  onBoard: () => openReachability('board'),
})
