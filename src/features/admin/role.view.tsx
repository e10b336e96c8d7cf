// Words and looks of roles: list, form with the tree of resources.
import { msg } from '@lingui/core/macro'
import { role } from '../../domain/access/access.ts'
import { viewOf } from '../../resource/view.ts'
import { scopeWords } from './access-words.ts'
import { ResourceTreeField } from './resource-tree-field.tsx'

export const roleView = viewOf(role, {
  title: msg({ context: 'page', message: 'Roles' }),
  titleOne: msg`Role`,
  icon: 'shield',
  add: msg`Add role`,
  removeQuestion: msg`Delete the role? Its users must be unbound first.`,
  empty: {
    title: msg`No roles yet`,
    why: msg`A role says which pages a person sees and what may be done there.`,
    icon: 'shield',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'shield',
      width: 170,
      fixed: 'left',
      required: true,
    },
    { of: 'description', label: msg`Description`, width: 260 },
    { of: 'scope', label: msg`Data scope`, width: 180 },
    { of: 'userCount', label: msg`Users`, type: 'number', align: 'end' },
    { of: 'builtIn', label: msg`Built in`, type: 'yesNo' },
    { of: 'creatorName', label: msg`Creator`, width: 110 },
    { of: 'tenantName', label: msg`Tenant`, width: 140, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160 },
  ],
  card: { icon: () => 'shield', title: 'name', detail: ['scope', 'description'], age: 'createdAt' },
  words: { scope: scopeWords },
  filters: { scope: msg`Data scope`, name: msg`Name` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'description', label: msg`Description`, kind: 'textarea' },
    {
      of: 'scope',
      label: msg`Data scope`,
      hint: msg`Whose devices and alarms the people of this role see`,
    },
    {
      of: 'resourceIds',
      label: msg`Pages and permissions`,
      render: control => <ResourceTreeField {...control} />,
    },
  ],
  initial: { scope: 'tenant', resourceIds: [] },
})
