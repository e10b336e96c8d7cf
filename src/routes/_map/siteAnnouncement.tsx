// Site announcements (工地公告).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/siteAnnouncement')({ staticData: { built: false } })
