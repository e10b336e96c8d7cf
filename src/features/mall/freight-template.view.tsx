// Words and looks of freight templates.
import { msg } from '@lingui/core/macro'
import { freightTemplate } from '../../domain/mall/freight-template.ts'
import { viewOf } from '../../resource/view.ts'
import { FreightPeek } from './freight-peek.tsx'
import { FreightRulesField, firstRule } from './freight-rules-field.tsx'

const figure = { type: 'number', align: 'end', width: 110 } as const

export const freightTemplateView = viewOf(freightTemplate, {
  title: msg({ context: 'page', message: 'Freight templates' }),
  titleOne: msg`Freight template`,
  icon: 'route',
  add: msg`Add freight template`,
  removeQuestion: msg`Delete the freight template? No article may use it.`,
  empty: {
    title: msg`No freight templates yet`,
    why: msg`Say what delivery costs by region and weight. Goods without a template are delivered free.`,
    icon: 'route',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'route',
      width: 200,
      fixed: 'left',
      required: true,
    },
    { of: 'ruleCount', label: msg`Rules`, ...figure },
    { of: 'goodsCount', label: msg({ context: 'page', message: 'Goods' }), ...figure },
    { of: 'versionNumber', label: msg`Version`, ...figure },
    { of: 'versionAt', label: msg`Rules since`, type: 'date', width: 170 },
    { of: 'note', label: msg`Note`, width: 220, quiet: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'route', title: 'name', detail: ['ruleCount', 'goodsCount', 'note'] },
  filters: { name: msg`Name` },
  draft: true,
  initial: { rules: [firstRule] },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'rules', label: msg`Rules`, render: control => <FreightRulesField control={control} /> },
    { of: 'note', label: msg`Note` },
  ],
  slots: { peek: ({ row }) => <FreightPeek template={row} /> },
})
