// Departments (部门管理).
import { createFileRoute } from '@tanstack/react-router'
import { DepartmentPage } from '../../features/admin/department-page.tsx'

export const Route = createFileRoute('/_console/departmentManagement')({
  component: () => <DepartmentPage />,
})
