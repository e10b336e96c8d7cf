// Recordings (录像).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/VCRListtc')({ staticData: { built: false } })
