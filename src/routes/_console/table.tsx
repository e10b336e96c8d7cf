// Latest readings (实时数据).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/table')({ staticData: { built: false } })
