// Recordings (录像列表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/VCRList')({ staticData: { built: false } })
