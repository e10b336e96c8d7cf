// Analysis (数据分析).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/analyze')({ staticData: { built: false } })
