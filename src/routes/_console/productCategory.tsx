// Goods listing (产品类目).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/productCategory')({ staticData: { built: false } })
