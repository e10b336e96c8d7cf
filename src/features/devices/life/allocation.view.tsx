// Words and looks of allocations: who handed how many devices to whom, how far it got, and taking them back.
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { allocation } from '../../../domain/device/allocation.ts'
import { viewOf } from '../../../resource/view.ts'
import { PeekSection } from '../../../ui/peek-panel.tsx'
import { AllocationItems } from './allocation-items.tsx'
import { AllocationProgress } from './allocation-progress.tsx'
import { AllocationStory } from './allocation-story.tsx'
import { allocationStateWords } from './life-words.ts'

export const allocationView = viewOf(allocation, {
  title: msg({ context: 'page', message: 'Allocations' }),
  titleOne: msg`Allocation`,
  icon: 'route',
  nameOf: 'target',
  empty: {
    title: msg`No allocations yet`,
    why: msg`Choose devices under Allocate devices and allocate them to a department; here you can follow the progress and take them back.`,
    icon: 'route',
  },
  columns: [
    { of: 'createdAt', label: msg`Started at`, type: 'date', width: 160 },
    { of: 'target', label: msg`To whom`, width: 170, required: true },
    { of: 'done', label: msg`Progress`, width: 180, render: (_, row) => <AllocationProgress row={row} /> },
    { of: 'state', label: msg`State`, width: 140 },
    { of: 'failed', label: msg`Failed`, type: 'number', width: 90, align: 'end', quiet: true },
    { of: 'userName', label: msg`By`, width: 120 },
    { of: 'note', label: msg`Note`, width: 160, quiet: true },
    { of: 'total', label: msg`Devices`, type: 'number', width: 100, align: 'end', hidden: true },
    { of: 'finishedAt', label: msg`Finished`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'undoneAt', label: msg`Taken back at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'undoneBy', label: msg`Taken back by`, width: 120, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { title: 'target', state: 'state', detail: ['userName', 'note'], age: 'createdAt' },
  words: { state: allocationStateWords },
  filters: {
    state: msg`State`,
    userName: msg`By`,
    targetDepartmentId: msg`Department`,
    createdAt: msg`Started at`,
  },
  actions: {
    undo: {
      label: msg`Take back`,
      icon: 'undo',
      primary: true,
      bulk: false,
      confirm: msg`Take all devices back? Those that are bound by now stay where they are.`,
      done: msg`The devices are being taken back`,
    },
  },
  slots: {
    peek: ({ row }) => (
      <>
        <PeekSection>
          <AllocationStory row={row} />
        </PeekSection>
        <PeekSection title={<Trans>Devices</Trans>}>
          <AllocationItems row={row} />
        </PeekSection>
      </>
    ),
  },
})
