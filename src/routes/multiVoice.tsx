// Group voice (多人语音).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/multiVoice')({ staticData: { built: false } })
