// Words and looks of specification templates.
import { msg } from '@lingui/core/macro'
import { mallSpec } from '../../domain/mall/mall-spec.ts'
import { LinesField } from '../../resource/lines-field.tsx'
import { viewOf } from '../../resource/view.ts'

export const mallSpecView = viewOf(mallSpec, {
  title: msg({ context: 'page', message: 'Goods specifications' }),
  titleOne: msg`Specification`,
  icon: 'list',
  add: msg`Add specification`,
  removeQuestion: msg`Delete the specification? Goods that took it over keep their options.`,
  empty: {
    title: msg`No specifications yet`,
    why: msg`A specification such as a size with its values is taken over by the editor of an article with one press.`,
    icon: 'list',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'list',
      width: 160,
      fixed: 'left',
      required: true,
    },
    { of: 'values', label: msg`Values`, type: 'list', width: 360 },
    { of: 'valueCount', label: msg`Number of values`, type: 'number', width: 150, align: 'end' },
    { of: 'note', label: msg`Note`, width: 200, quiet: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'list', title: 'name', detail: ['values'] },
  filters: { name: msg`Name` },
  form: [
    { of: 'name', label: msg`Name`, hint: msg`What differs, such as size or colour` },
    {
      of: 'values',
      label: msg`Values, one a line`,
      render: control => <LinesField control={control} name="values" />,
    },
    { of: 'note', label: msg`Note` },
  ],
})
