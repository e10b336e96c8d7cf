// Message broker (消息代理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/mqtt')({ staticData: { built: false } })
