// Readings by category (分类数据).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/tables')({ staticData: { built: false } })
