// Words and looks of departments; they are shown as a tree, not as a list.
import { msg } from '@lingui/core/macro'
import { department } from '../../domain/access/access.ts'
import { viewOf } from '../../resource/view.ts'

export const departmentView = viewOf(department, {
  title: msg({ context: 'page', message: 'Departments' }),
  titleOne: msg`Department`,
  icon: 'group',
  add: msg`Add department`,
  removeQuestion: msg`Delete the department? It must have no users, devices or departments below it.`,
  empty: {
    title: msg`No departments yet`,
    why: msg`Departments say who looks after which devices.`,
    icon: 'group',
  },
  columns: [
    { of: 'name', label: msg`Name`, required: true },
    { of: 'parentName', label: msg`Parent` },
    { of: 'userCount', label: msg`Users`, type: 'number' },
    { of: 'deviceCount', label: msg`Devices`, type: 'number' },
    { of: 'tenantName', label: msg`Tenant`, width: 140, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'date' },
  ],
  card: { title: 'name', detail: ['parentName'] },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'parentId', label: msg`Parent`, hint: msg`Empty: at the top` },
    { of: 'sort', label: msg`Sort order`, kind: 'integer', hint: msg`Lower numbers come first` },
  ],
  initial: { sort: 100 },
})
