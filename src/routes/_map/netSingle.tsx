// Signal (信号).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/netSingle')({ staticData: { built: false } })
