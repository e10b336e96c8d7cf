// Cloud storage (云存储).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/CloudStorage')({ staticData: { built: false } })
