// Device categories (设备分类).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/DeviceCategoryList')({ staticData: { built: false } })
