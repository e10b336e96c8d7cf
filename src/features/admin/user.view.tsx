// Words and looks of users: list, form, who may log in, passwords, the highest authorization.
import { msg } from '@lingui/core/macro'
import { user } from '../../domain/access/access.ts'
import { getSession } from '../../platform/session-store.ts'
import { viewOf } from '../../resource/view.ts'
import { statusWords } from './access-words.ts'
import { HighestBadge } from './highest-badge.tsx'
import { KeysLeft } from './keys-left.tsx'
import { OwnFactorField } from './own-factor-field.tsx'
import { OwnTenantField } from './own-tenant-field.tsx'
import { ResetFactor } from './reset-factor.tsx'
import { ResetPassword } from './reset-password.tsx'
import { TenantField } from './tenant-field.tsx'

export const userView = viewOf(user, {
  title: msg({ context: 'page', message: 'Users' }),
  titleOne: msg`User`,
  icon: 'users',
  add: msg`Add user`,
  nameOf: 'name',
  identifier: 'username',
  removeQuestion: msg`Delete the user? The person is logged out at once.`,
  empty: {
    title: msg`No users yet`,
    why: msg`Add the people who work with the console, and give each a role.`,
    icon: 'users',
  },
  columns: [
    {
      of: 'name',
      label: msg({ context: 'person', message: 'Name' }),
      type: 'name',
      icon: () => 'user',
      width: 150,
      fixed: 'left',
      required: true,
    },
    { of: 'username', label: msg`Username`, width: 130 },
    { of: 'status', label: msg`Status`, width: 110 },
    { of: 'roleNames', label: msg`Roles`, type: 'list', width: 150 },
    { of: 'departmentName', label: msg`Department`, width: 130 },
    { of: 'phone', label: msg`Phone`, width: 130 },
    { of: 'lastLoginAt', label: msg`Last login`, type: 'age', width: 120, align: 'end' },
    {
      of: 'unsent',
      label: msg`Unsent actions`,
      width: 110,
      align: 'end',
      text: (count, _locale, _row, i18n) => (count > 0 ? i18n._(msg`${count} unsent`) : ''),
    },
    { of: 'unsentOn', label: msg`Unsent on`, width: 150, hidden: true },
    { of: 'unsentSince', label: msg`Unsent since`, type: 'date', width: 160, hidden: true },
    { of: 'apiKeys', label: msg`API keys`, type: 'number', width: 100, align: 'end', hidden: true },
    { of: 'passwordUntil', label: msg`Temporary password until`, type: 'date', width: 170, hidden: true },
    { of: 'secondFactor', label: msg`Second factor`, type: 'yesNo', width: 120, hidden: true },
    { of: 'highest', label: msg`Highest authorization`, type: 'yesNo', width: 130, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, hidden: true },
    { of: 'nickname', label: msg`Nickname`, hidden: true },
    { of: 'email', label: msg`Email`, width: 180, hidden: true },
    { of: 'gender', label: msg`Gender`, hidden: true },
    { of: 'company', label: msg`Company`, width: 160, hidden: true },
    { of: 'parentPhone', label: msg`Parent's phone`, width: 130, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, hidden: true },
  ],
  card: {
    icon: () => 'user',
    title: 'name',
    state: 'status',
    detail: ['username', 'departmentName', 'unsent'],
    age: 'lastLoginAt',
  },
  words: { status: statusWords, gender: { male: msg`Male`, female: msg`Female` } },
  filters: {
    status: msg`Status`,
    departmentId: msg`Department`,
    name: msg({ context: 'person', message: 'Name' }),
    username: msg`Username`,
    phone: msg`Phone`,
  },
  form: [
    { of: 'tenantId', label: msg`Tenant`, on: 'create', render: control => <TenantField {...control} /> },
    {
      of: 'username',
      label: msg`Username`,
      hint: msg`Letters, digits, dots, dashes and underscores`,
    },
    {
      of: 'password',
      label: msg`Password`,
      kind: 'password',
      on: 'create',
      hint: msg`At least 8 characters. The person chooses their own at the first login.`,
    },
    { of: 'name', label: msg({ context: 'person', message: 'Name' }) },
    {
      of: 'roleIds',
      label: msg`Roles`,
      render: control => <OwnTenantField {...control} name="roleIds" entityKey="role" many />,
    },
    {
      of: 'departmentId',
      label: msg`Department`,
      render: control => <OwnTenantField {...control} name="departmentId" entityKey="department" />,
    },
    { of: 'phone', label: msg`Phone`, kind: 'phone' },
    {
      of: 'ownPassword',
      label: msg`Your own password`,
      kind: 'password',
      on: 'change',
      hint: msg`Needed to change your own username, phone number or e-mail address`,
      when: (_, row) => row?.id === getSession()?.user.id,
    },
    {
      of: 'ownFactor',
      label: msg`Code of your second factor`,
      // In no draft, like a password.
      kind: 'password',
      on: 'change',
      when: (_, row) => row?.id === getSession()?.user.id && row?.secondFactor === true,
      render: control => <OwnFactorField {...control} />,
    },
    {
      title: msg`More about the person`,
      folded: true,
      fields: [
        { of: 'nickname', label: msg`Nickname` },
        { of: 'email', label: msg`Email` },
        { of: 'gender', label: msg`Gender` },
        { of: 'company', label: msg`Company` },
        { of: 'parentPhone', label: msg`Parent's phone`, kind: 'phone' },
      ],
    },
  ],
  initial: { roleIds: [] },
  actions: {
    disable: {
      label: msg`Disable`,
      icon: 'lock',
      critical: true,
      confirm: msg`Disable? The person is logged out at once.`,
      done: msg`Disabled`,
      primary: true,
    },
    enable: {
      label: msg`Enable`,
      icon: 'unlock',
      done: msg`Enabled`,
      primary: true,
    },
    assignDepartment: {
      label: msg`Move to a department`,
      icon: 'group',
      input: [{ of: 'departmentId', label: msg`Department`, entity: 'department' }],
      done: msg`Moved`,
    },
    grantHighest: {
      label: msg`Grant the highest authorization`,
      icon: 'shield',
      critical: true,
      bulk: false,
      confirm: msg`The person may then do everything.`,
      input: [{ of: 'ownPassword', label: msg`Your own password`, kind: 'password' }],
      done: msg`Granted`,
    },
    cancelHighest: {
      label: msg`Cancel the highest authorization`,
      icon: 'shield',
      critical: true,
      bulk: false,
      input: [{ of: 'ownPassword', label: msg`Your own password`, kind: 'password' }],
      done: msg({ context: 'authorization', message: 'Cancelled' }),
    },
  },
  slots: {
    badges: ({ row }) => <HighestBadge highest={row.highest} status={row.status} />,
    actions: ({ row }) => (
      <>
        <ResetPassword row={row} />
        <ResetFactor row={row} />
      </>
    ),
    leaves: ({ rows }) => <KeysLeft people={rows} />,
  },
})
