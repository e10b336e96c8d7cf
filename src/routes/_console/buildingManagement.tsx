// Buildings (楼栋管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/buildingManagement')({ staticData: { built: false } })
