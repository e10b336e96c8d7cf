// Mall banners (商城轮播).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/productBanner')({ staticData: { built: false } })
