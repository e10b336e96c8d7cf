// Departments (部门管理).
import { createFileRoute } from '@tanstack/react-router'
import { department } from '../../domain/access/access.ts'
import { DepartmentPage } from '../../features/admin/department-page.tsx'
import { listRoute } from '../../resource/query.ts'

const { validateSearch } = listRoute(department)

export const Route = createFileRoute('/_console/departmentManagement')({
  validateSearch,
  component: () => <DepartmentPage />,
})
