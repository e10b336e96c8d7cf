// Information (信息).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/information')({ staticData: { built: false } })
