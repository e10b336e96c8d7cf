// Goods (商品管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/productManage')({ staticData: { built: false } })
