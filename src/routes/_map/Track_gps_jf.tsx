// Monitored person's track (监管轨迹).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/Track_gps_jf')({ staticData: { built: false } })
