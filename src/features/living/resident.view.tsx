// Words and looks of residents.
import { msg } from '@lingui/core/macro'
import { resident } from '../../domain/living/resident.ts'
import { viewOf } from '../../resource/view.ts'

export const residentView = viewOf(resident, {
  title: msg`Residents`,
  titleOne: msg`Resident`,
  icon: 'user',
  add: msg`Add resident`,
  removeQuestion: msg`Delete the resident?`,
  empty: { title: msg`No residents yet`, icon: 'user' },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'user', width: 150, required: true },
    { of: 'phone', label: msg`Phone`, width: 140 },
    { of: 'rooms', label: msg`Homes`, type: 'list', width: 240 },
    { of: 'note', label: msg`Note`, width: 200, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'user', title: 'name', detail: ['phone', 'rooms'] },
  filters: { name: msg`Name`, phone: msg`Phone` },
  form: [
    { of: 'name', label: msg`Name` },
    {
      of: 'phone',
      label: msg`Phone`,
      kind: 'phone',
      hint: msg`With this number they log in to the resident page`,
    },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
})
