// Products (产品列表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/productList')({ staticData: { built: false } })
