// Base-station editor (基站编辑).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/baseStationEdit')({ staticData: { built: false } })
