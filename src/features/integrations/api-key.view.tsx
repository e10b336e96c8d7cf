// Words and looks of API keys; the panel makes and changes their secrets.
import { msg } from '@lingui/core/macro'
import { DAY_MS } from '../../domain/durations.ts'
import { apiKey } from '../../domain/integration/api-key.ts'
import { viewOf } from '../../resource/view.ts'
import { KeySecret } from './key-secret.tsx'
import { ScopesField } from './scopes-field.tsx'

const YEAR_DAYS = 365
const inAYear = () => new Date(Date.now() + YEAR_DAYS * DAY_MS).toISOString().slice(0, 10)

export const apiKeyView = viewOf(apiKey, {
  title: msg({ context: 'page', message: 'API keys' }),
  titleOne: msg`API key`,
  icon: 'key',
  add: msg`Add API key`,
  removeQuestion: msg`Delete the API key? What calls with it is refused at once.`,
  empty: {
    title: msg`No API keys yet`,
    why: msg`A key lets a program read or change what you choose, without anybody's password.`,
    icon: 'key',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'key', width: 180, required: true },
    { of: 'state', label: msg`State`, width: 160 },
    { of: 'hint', label: msg`Begins with`, type: 'code', width: 160 },
    {
      of: 'scopes',
      label: msg`Permissions`,
      width: 160,
      align: 'end',
      text: (scopes, _locale, _row, i18n) => i18n._(msg`${scopes.length} permissions`),
    },
    { of: 'departmentName', label: msg`Department`, width: 140 },
    { of: 'validUntil', label: msg`Valid until`, width: 120 },
    { of: 'lastUsedAt', label: msg`Last used`, type: 'age', width: 120, align: 'end' },
    { of: 'lastUsedAddress', label: msg`From address`, type: 'code', width: 140 },
    { of: 'makerName', label: msg`Made by`, width: 120, quiet: true },
    { of: 'oldUntil', label: msg`Old secret until`, type: 'date', width: 160, hidden: true },
    { of: 'addresses', label: msg`Allowed addresses`, width: 200, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, hidden: true },
  ],
  card: {
    icon: () => 'key',
    title: 'name',
    state: 'state',
    detail: ['scopes', 'makerName'],
    age: 'lastUsedAt',
  },
  words: {
    state: {
      unissued: { label: msg({ context: 'key', message: 'No secret yet' }), tone: 'attention' },
      active: { label: msg({ context: 'key', message: 'Active' }), tone: 'ok' },
      changing: { label: msg({ context: 'key', message: 'Being changed' }), tone: 'new' },
      expired: { label: msg({ context: 'key', message: 'Expired' }), tone: 'warning' },
      revoked: { label: msg({ context: 'key', message: 'Revoked' }), tone: 'info' },
    },
  },
  filters: { name: msg`Name`, state: msg`State`, departmentId: msg`Department` },
  initial: { scopes: ['device.read', 'alarm.read'], validUntil: inAYear() },
  form: [
    { of: 'name', label: msg`Name`, hint: msg`The program it is for, such as “Billing import”.` },
    { of: 'scopes', label: msg`Permissions`, render: control => <ScopesField control={control} /> },
    {
      of: 'departmentId',
      label: msg`Department`,
      hint: msg`The key then sees this department and those below it only.`,
    },
    { of: 'validUntil', label: msg`Valid until`, hint: msg`Empty: it does not end by itself.` },
    {
      of: 'addresses',
      label: msg`Allowed addresses`,
      hint: msg`Addresses or networks, with commas between. Empty: from anywhere.`,
    },
  ],
  actions: {
    revoke: {
      label: msg({ context: 'key', message: 'Revoke' }),
      icon: 'lock',
      critical: true,
      confirm: msg`Revoke the key? What calls with it is refused at once.`,
      done: msg({ context: 'key', message: 'Revoked' }),
    },
  },
  slots: { actions: ({ row }) => <KeySecret row={row} /> },
})
