// Advertisement review (广告审核).
import { createFileRoute } from '@tanstack/react-router'
import { ReviewPage } from '../../features/adverts/review-page.tsx'

export const Route = createFileRoute('/_console/advertisingReview')({ component: ReviewPage })
