// Words and looks of permission resources; they are shown as a tree, not as a list.
import { msg } from '@lingui/core/macro'
import { resource } from '../../domain/access/access.ts'
import { viewOf } from '../../resource/view.ts'
import { iconNames } from '../../ui/icons.tsx'
import { resourceTypeWords, statusOptions, statusWords } from './access-words.ts'
import { IconField } from './icon-field.tsx'

export const resourceView = viewOf(resource, {
  title: msg({ context: 'page', message: 'Permission resources' }),
  titleOne: msg`Permission resource`,
  icon: 'key',
  add: msg`Add resource`,
  removeQuestion: msg`Delete the resource? Its links to roles must be removed first.`,
  empty: { title: msg`No resources yet`, icon: 'key' },
  columns: [
    { of: 'name', label: msg`Name`, required: true },
    { of: 'enName', label: msg`English name` },
    { of: 'type', label: msg`Type` },
    { of: 'parentName', label: msg`Parent` },
    { of: 'value', label: msg`Route` },
    { of: 'uri', label: msg`Path` },
    { of: 'mark', label: msg`Permission key` },
    { of: 'icon', label: msg`Icon` },
    { of: 'status', label: msg`Status` },
    { of: 'sort', label: msg`Sort order`, type: 'number' },
    { of: 'roleCount', label: msg`Roles`, type: 'number' },
  ],
  card: { title: 'name', detail: ['enName'] },
  words: { type: resourceTypeWords, status: statusWords },
  form: [
    { of: 'type', label: msg`Type` },
    { of: 'name', label: msg`Name` },
    { of: 'enName', label: msg`English name` },
    { of: 'parentId', label: msg`Parent`, hint: msg`Empty: at the top` },
    {
      of: 'value',
      label: msg`Route`,
      when: values => values.type === 'menu',
      hint: msg`Name of the page, without a slash`,
    },
    { of: 'uri', label: msg`Path`, when: values => values.type === 'menu' },
    { of: 'mark', label: msg`Permission key`, when: values => values.type === 'button' },
    {
      of: 'icon',
      label: msg`Icon`,
      when: values => values.type !== 'button',
      render: control => <IconField {...control} names={iconNames} />,
    },
    { of: 'status', label: msg`Status`, kind: 'select', options: statusOptions },
    { of: 'sort', label: msg`Sort order`, kind: 'integer', hint: msg`Lower numbers come first` },
  ],
  initial: { type: 'menu', status: 'enabled', sort: 1000 },
})
