// Words and looks of a site's project.
import { msg } from '@lingui/core/macro'
import { project } from '../../domain/site/project.ts'
import { viewOf } from '../../resource/view.ts'
import { projectStateWords } from './site-words.ts'

export const projectView = viewOf(project, {
  title: msg({ context: 'page', message: 'Site information' }),
  titleOne: msg`Project`,
  icon: 'info',
  add: msg`Add project`,
  removeQuestion: msg`Delete the project? Plans, store and logs stay.`,
  draft: true,
  empty: {
    title: msg`No project yet`,
    why: msg`Say what is built here, by whom, and from when to when.`,
    icon: 'info',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'building',
      width: 200,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 150 },
    { of: 'number', label: msg`Number`, type: 'code', width: 130 },
    { of: 'startOn', label: msg`Start`, width: 120 },
    { of: 'endOn', label: msg({ context: 'project', message: 'End' }), width: 120 },
    { of: 'managerName', label: msg`Project manager`, width: 140 },
    { of: 'safetyOfficerName', label: msg`Safety officer`, width: 140 },
    { of: 'contractor', label: msg`Contractor`, width: 160 },
    { of: 'client', label: msg`Client`, width: 160, quiet: true },
    { of: 'supervisor', label: msg`Supervising company`, width: 160, quiet: true },
    { of: 'address', label: msg`Address`, width: 200, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'building',
    title: 'name',
    state: 'state',
    detail: ['managerName', 'startOn', 'endOn'],
  },
  words: { state: projectStateWords },
  filters: { state: msg`State`, name: msg`Name` },
  initial: { state: 'building' },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'number', label: msg`Number` },
    { of: 'state', label: msg`State` },
    { of: 'startOn', label: msg`Start` },
    { of: 'endOn', label: msg({ context: 'project', message: 'End' }) },
    { of: 'address', label: msg`Address` },
    { of: 'client', label: msg`Client` },
    { of: 'contractor', label: msg`Contractor` },
    { of: 'supervisor', label: msg`Supervising company` },
    { of: 'managerId', label: msg`Project manager` },
    { of: 'safetyOfficerId', label: msg`Safety officer` },
    { of: 'emergencyPhone', label: msg`Emergency phone`, kind: 'phone' },
    { of: 'area', label: msg`Floor area`, kind: 'decimal', unit: 'm²' },
    { of: 'picture', label: msg`Picture`, kind: 'image' },
    { of: 'departmentId', label: msg`Department` },
    {
      title: msg`Place on the map`,
      folded: true,
      fields: [
        { of: 'latitude', label: msg`Latitude`, kind: 'coordinate' },
        { of: 'longitude', label: msg`Longitude`, kind: 'coordinate' },
      ],
    },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
})
