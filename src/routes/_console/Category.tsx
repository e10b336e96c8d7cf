// Goods categories (商品分类).
import { createFileRoute } from '@tanstack/react-router'
import { CategoryPage } from '../../features/mall/category-page.tsx'

export const Route = createFileRoute('/_console/Category')({
  component: () => <CategoryPage />,
})
