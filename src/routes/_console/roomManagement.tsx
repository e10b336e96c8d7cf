// Rooms (房屋管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/roomManagement')({ staticData: { built: false } })
