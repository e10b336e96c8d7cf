// Goods specifications (商品规格).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/ProductSpecifications')({ staticData: { built: false } })
