// Announcements (公告).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/AnnouncementListtc')({ staticData: { built: false } })
