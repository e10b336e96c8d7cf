// Packages (套餐管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/Package')({ staticData: { built: false } })
