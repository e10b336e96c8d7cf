// Drawings (图纸库).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/drawingList')({ staticData: { built: false } })
