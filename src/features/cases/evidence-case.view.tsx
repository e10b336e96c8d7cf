// Words and looks of evidence cases.
import { msg } from '@lingui/core/macro'
import { evidenceCase } from '../../domain/case-file/evidence-case.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { viewOf } from '../../resource/view.ts'
import { CasePeek } from './case-peek.tsx'
import { stateWords } from './case-words.ts'

export const evidenceCaseView = viewOf(evidenceCase, {
  title: msg({ context: 'page', message: 'Evidence cases' }),
  titleOne: msg`Evidence case`,
  icon: 'shield',
  nameOf: 'title',
  add: msg`Open a case`,
  empty: {
    title: msg`No evidence cases yet`,
    why: msg`Open a case and hold alarms, files and tracks in it. Then seal it: whoever gets it can verify it without an account.`,
    icon: 'shield',
  },
  columns: [
    { of: 'number', label: msg`Case number`, width: 140, fixed: 'left', required: true },
    { of: 'title', label: msg`Title`, type: 'name', icon: () => 'shield', width: 220, required: true },
    { of: 'state', label: msg`State`, width: 140 },
    { of: 'items', label: msg`Items held`, type: 'number', align: 'end', width: 90 },
    {
      of: 'bytes',
      label: msg`Size`,
      align: 'end',
      width: 110,
      render: bytes => <ByteSize bytes={bytes} />,
    },
    { of: 'sealedAt', label: msg`Sealed at`, type: 'date', width: 170 },
    { of: 'sealedByName', label: msg`Sealed by`, width: 130, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'shield', title: 'title', state: 'state', detail: ['number', 'items'] },
  words: { state: stateWords },
  filters: {
    number: msg`Case number`,
    title: msg`Title`,
    state: msg`State`,
    departmentId: msg`Department`,
  },
  editable: row => row.state === 'open',
  form: [
    { of: 'number', label: msg`Case number` },
    { of: 'title', label: msg`Title`, hint: msg`Stands in every archive and cannot be withheld` },
    { of: 'departmentId', label: msg`Department` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    seal: {
      label: msg`Seal the case`,
      icon: 'shield',
      primary: true,
      bulk: false,
      confirm: msg`Seal the case? Nothing can be added or changed afterwards.`,
    },
  },
  slots: { peek: ({ row }) => <CasePeek row={row} /> },
})
