// Goods reviews (商品评价).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/ProductReviews')({ staticData: { built: false } })
