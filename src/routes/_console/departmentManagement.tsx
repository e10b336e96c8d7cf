// Departments (部门管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/departmentManagement')({ staticData: { built: false } })
