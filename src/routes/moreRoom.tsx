// Rooms (多会议室).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/moreRoom')({ staticData: { built: false } })
