// Words and looks of property companies, the communities they run, and their people.
import { msg } from '@lingui/core/macro'
import { companyCommunity, propertyCompany, propertyStaff } from '../../domain/community/property.ts'
import { viewOf } from '../../resource/view.ts'
import { CompanyTabs } from './company-tabs.tsx'

export const propertyCompanyView = viewOf(propertyCompany, {
  title: msg({ context: 'page', message: 'Property companies' }),
  titleOne: msg`Property company`,
  icon: 'users',
  add: msg`Add company`,
  removeQuestion: msg`Delete the company?`,
  empty: { title: msg`No companies yet`, icon: 'users' },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'users',
      width: 220,
      fixed: 'left',
      required: true,
    },
    { of: 'communities', label: msg({ context: 'page', message: 'Communities' }), type: 'list', width: 220 },
    { of: 'staff', label: msg`Staff`, type: 'number', align: 'end', width: 90 },
    { of: 'contactName', label: msg`Contact`, width: 120 },
    { of: 'phone', label: msg`Phone`, width: 140 },
    { of: 'address', label: msg`Address`, width: 220, quiet: true },
    { of: 'creditCode', label: msg`Social credit code`, type: 'code', width: 200, quiet: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'users', title: 'name', detail: ['communities', 'contactName'] },
  filters: { name: msg`Name`, contactName: msg`Contact` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'creditCode', label: msg`Social credit code` },
    { of: 'contactName', label: msg`Contact` },
    { of: 'phone', label: msg`Phone`, kind: 'phone' },
    { of: 'address', label: msg`Address` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  slots: { listHeader: () => <CompanyTabs current="companies" /> },
})

export const companyCommunityView = viewOf(companyCommunity, {
  title: msg`Communities of companies`,
  titleOne: msg`Community of a company`,
  icon: 'building',
  nameOf: 'communityName',
  add: msg`Hand a community over`,
  removeQuestion: msg`Delete the entry? To end it, set its last day instead.`,
  empty: { title: msg`No company runs a community yet`, icon: 'building' },
  columns: [
    {
      of: 'communityName',
      label: msg`Community`,
      type: 'name',
      icon: () => 'building',
      width: 180,
      required: true,
    },
    { of: 'companyName', label: msg`Property company`, width: 220 },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'fromDay', label: msg({ context: 'day', message: 'From' }), width: 120 },
    { of: 'untilDay', label: msg({ context: 'day', message: 'Until' }), width: 120 },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'building',
    title: 'communityName',
    state: 'state',
    detail: ['companyName', 'fromDay'],
  },
  words: {
    state: {
      running: { label: msg({ context: 'company', message: 'Running' }), tone: 'ok' },
      planned: { label: msg({ context: 'company', message: 'Planned' }), tone: 'info' },
      over: { label: msg({ context: 'company', message: 'Over' }), tone: 'off' },
    },
  },
  filters: { state: msg`State`, communityId: msg`Community`, companyId: msg`Property company` },
  form: [
    { of: 'companyId', label: msg`Property company` },
    { of: 'communityId', label: msg`Community` },
    { of: 'fromDay', label: msg({ context: 'day', message: 'From' }) },
    {
      of: 'untilDay',
      label: msg({ context: 'day', message: 'Until' }),
      hint: msg`Left empty: until further notice`,
    },
  ],
  slots: { listHeader: () => <CompanyTabs current="runs" /> },
})

export const propertyStaffView = viewOf(propertyStaff, {
  title: msg({ context: 'page', message: 'Property staff' }),
  titleOne: msg`Member of the property staff`,
  icon: 'user',
  add: msg`Add person`,
  removeQuestion: msg`Delete the person?`,
  empty: { title: msg`Nobody yet`, icon: 'user' },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'user',
      width: 150,
      fixed: 'left',
      required: true,
    },
    { of: 'duty', label: msg({ context: 'property', message: 'Duty' }), width: 120 },
    { of: 'companyName', label: msg`Property company`, width: 200 },
    {
      of: 'communityNames',
      label: msg({ context: 'page', message: 'Communities' }),
      type: 'list',
      width: 220,
    },
    { of: 'phone', label: msg`Phone`, width: 140 },
    { of: 'accountName', label: msg`Account`, width: 140, quiet: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'user', title: 'name', state: 'duty', detail: ['companyName', 'communityNames'] },
  words: {
    duty: {
      manager: msg({ context: 'duty', message: 'Manager' }),
      reception: msg({ context: 'duty', message: 'Reception' }),
      security: msg({ context: 'duty', message: 'Security' }),
      repairs: msg({ context: 'duty', message: 'Repairs' }),
      cleaning: msg({ context: 'duty', message: 'Cleaning' }),
      fees: msg({ context: 'duty', message: 'Fees' }),
      other: msg({ context: 'duty', message: 'Other' }),
    },
  },
  filters: {
    duty: msg({ context: 'property', message: 'Duty' }),
    name: msg`Name`,
    companyId: msg`Property company`,
    phone: msg`Phone`,
  },
  initial: { duty: 'reception' },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'companyId', label: msg`Property company` },
    { of: 'duty', label: msg({ context: 'property', message: 'Duty' }) },
    { of: 'phone', label: msg`Phone`, kind: 'phone' },
    { of: 'communityIds', label: msg({ context: 'page', message: 'Communities' }) },
    { of: 'accountId', label: msg`Account`, hint: msg`The login that the person works with` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
})
