// Advertisements (广告管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/advertisementManagement')({ staticData: { built: false } })
