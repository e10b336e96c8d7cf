// UWB drawings (UWB图纸).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/uwbDrawingList')({ staticData: { built: false } })
