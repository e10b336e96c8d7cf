// Site staff (人员管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/manageUser')({ staticData: { built: false } })
