// Audio (音频).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/audio')({ staticData: { built: false } })
