// Mall figures (商城数据).
import { createFileRoute } from '@tanstack/react-router'
import { FiguresPage } from '../../features/mall-orders/figures-page.tsx'

export const Route = createFileRoute('/_console/MallData')({ component: FiguresPage })
