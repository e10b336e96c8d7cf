// Add goods (新增商品).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/AddProduct')({ staticData: { built: false } })
