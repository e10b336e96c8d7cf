// Announcements (公告列表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/AnnouncementList')({ staticData: { built: false } })
