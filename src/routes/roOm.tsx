// Conference room (会议室).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/roOm')({ staticData: { built: false } })
