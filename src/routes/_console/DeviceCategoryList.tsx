// Device categories (设备分类).
import { createFileRoute } from '@tanstack/react-router'
import { deviceCategory } from '../../domain/device/catalogue.ts'
import { deviceCategoryView } from '../../features/devices/device-category.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/DeviceCategoryList')({
  ...listRoute(deviceCategory),
  component: () => <ListPage view={deviceCategoryView} />,
})
