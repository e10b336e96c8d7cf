// Voice message (语音下发).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/deviceVoice')({ staticData: { built: false } })
