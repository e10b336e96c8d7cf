// Message centre (消息中心).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/newPage1')({ staticData: { built: false } })
