// Data model (数据模型).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/dataModel')({ staticData: { built: false } })
