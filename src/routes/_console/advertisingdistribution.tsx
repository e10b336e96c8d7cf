// Advertisement delivery (广告投放).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/advertisingdistribution')({ staticData: { built: false } })
