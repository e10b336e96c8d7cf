// Advertisement review (广告审核).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/advertisingReview')({ staticData: { built: false } })
