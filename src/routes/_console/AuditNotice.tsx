// Announcement approval (公告审批).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/AuditNotice')({ staticData: { built: false } })
