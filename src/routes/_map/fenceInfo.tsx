// Fence detail (围栏详情).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/fenceInfo')({ staticData: { built: false } })
