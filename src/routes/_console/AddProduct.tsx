// Add goods (新增商品).
import { createFileRoute } from '@tanstack/react-router'
import { ProductEditorPage } from '../../features/mall/product-editor-page.tsx'

export const Route = createFileRoute('/_console/AddProduct')({
  component: () => <ProductEditorPage search={Route.useSearch()} />,
})
