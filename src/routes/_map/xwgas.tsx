// Gas (燃气).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/xwgas')({ staticData: { built: false } })
