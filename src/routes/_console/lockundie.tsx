// Unlock breaker (解锁).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/lockundie')({ staticData: { built: false } })
