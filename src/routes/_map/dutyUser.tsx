// On-duty staff (值班人员).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/dutyUser')({ staticData: { built: false } })
