// Positions (岗位管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/managePost')({ staticData: { built: false } })
