// Users (用户管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/userList')({ staticData: { built: false } })
