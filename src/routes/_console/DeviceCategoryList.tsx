// Device categories (设备分类).
import { createFileRoute } from '@tanstack/react-router'
import { deviceCategoryView } from '../../features/devices/device-category.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/DeviceCategoryList')({
  ...listRoute(async () => (await import('../../domain/device/catalogue.ts')).deviceCategory),
  component: () => <ListPage view={deviceCategoryView} />,
})
