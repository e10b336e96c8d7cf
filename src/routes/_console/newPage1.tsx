// Message centre (消息中心).
import { createFileRoute } from '@tanstack/react-router'
import { alarmView } from '../../features/alarms/alarm.view.tsx'
import { noticeView } from '../../features/notices/notice.view.tsx'
import { openReach } from '../../features/reach/reach-drawer.ts'
import { openSpeak } from '../../features/spoken/speak-opened.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

const view = noticeView(alarmView.words.type ?? {}, {
  onSpeak: openSpeak,
  onBoard: () => openReach('board'),
})

export const Route = createFileRoute('/_console/newPage1')({
  ...listRoute(async () => (await import('../../domain/notice/notice.ts')).notice),
  component: () => <ListPage view={view} />,
})
