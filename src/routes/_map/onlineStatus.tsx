// Online history (在线状态).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/onlineStatus')({ staticData: { built: false } })
