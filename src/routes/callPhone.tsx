// Call (语音通话).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/callPhone')({ staticData: { built: false } })
