// The message centre with what other features lend it: the words of alarm types, and the ways to speak and to reach people.
import { alarmView } from '../features/alarms/alarm.view.tsx'
import { noticeView } from '../features/notices/notice.view.tsx'
import { openReach } from '../features/reach/reach-drawer.ts'
import { openSpeak } from '../features/spoken/speak-opened.ts'

export const noticeCentreView = noticeView(alarmView.words.type ?? {}, {
  onSpeak: openSpeak,
  onBoard: () => openReach('board'),
})
