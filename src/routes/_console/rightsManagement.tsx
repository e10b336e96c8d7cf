// Door rights (门禁权限).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/rightsManagement')({ staticData: { built: false } })
