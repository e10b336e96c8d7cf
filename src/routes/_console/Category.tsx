// Goods categories (商品分类).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/Category')({ staticData: { built: false } })
