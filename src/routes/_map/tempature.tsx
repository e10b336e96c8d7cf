// Ambient temperature (环境温度).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/tempature')({ staticData: { built: false } })
