// Message centre (消息中心).
import { createFileRoute } from '@tanstack/react-router'
import { notice } from '../../domain/notice/notice.ts'
import { alarmView } from '../../features/alarms/alarm.view.tsx'
import { noticeView } from '../../features/notices/notice.view.tsx'
import { openReach } from '../../features/reach/reach-drawer.ts'
import { openSpeak } from '../../features/spoken/speak-opened.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

const view = noticeView(alarmView.words.type ?? {}, {
  onSpeak: openSpeak,
  onBoard: () => openReach('board'),
})

export const Route = createFileRoute('/_console/newPage1')({
  ...listRoute(notice),
  component: () => <ListPage view={view} />,
})
