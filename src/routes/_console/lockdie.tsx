// Lock breaker (锁定).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/lockdie')({ staticData: { built: false } })
