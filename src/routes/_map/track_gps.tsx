// GPS track (GPS轨迹).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/track_gps')({ staticData: { built: false } })
