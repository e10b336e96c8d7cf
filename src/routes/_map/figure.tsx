// Charts (图表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/figure')({ staticData: { built: false } })
