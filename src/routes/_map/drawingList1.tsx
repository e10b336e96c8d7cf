// Drawings (图纸).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/drawingList1')({ staticData: { built: false } })
