// Leave: all that is asked for, who is away, and the person's own with what is left. One page each, told apart by the address.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useSetSearch } from '../../resource/address.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { useRights, useSession } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { Card, SectionTitle, Stack } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { AwayStrip } from './away-strip.tsx'
import { BalanceList } from './balance-list.tsx'
import { leaveRequestView } from './leave-request.view.tsx'

const tabs = ['requests', 'away', 'mine'] as const
type Tab = (typeof tabs)[number]

const kept = { requests: { view: 'requests' }, mine: { view: 'mine' } } as const

const tabOf = ({ view }: Readonly<Record<string, unknown>>): Tab | undefined => tabs.find(tab => tab === view)

function LeaveTabs({ current }: { current: Tab }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Leave' })}
      current={current}
      tabs={[
        { id: 'requests', label: t`Requests`, address: '/leave?view=requests', icon: 'list' },
        { id: 'away', label: t`Who is away`, address: '/leave?view=away', icon: 'calendar' },
        { id: 'mine', label: t`My leave`, address: '/leave?view=mine', icon: 'user' },
      ]}
    />
  )
}

export function LeavePage({ search }: { search: Readonly<Record<string, unknown>> }) {
  const may = useRights()
  const me = useSession()?.user.id
  const all = may('leave.others')
  const tab = all ? (tabOf(search) ?? 'requests') : 'mine'
  const view = useMemo((): View => {
    if (tab !== 'mine')
      return {
        ...leaveRequestView,
        slots: { ...leaveRequestView.slots, listHeader: () => <LeaveTabs current="requests" /> },
      }
    return {
      ...leaveRequestView,
      ...(me !== undefined && { within: { workerAccountId: me } }),
      slots: { ...leaveRequestView.slots, listHeader: () => <OwnHead tabs={all} /> },
    }
  }, [tab, all, me])
  if (!may('leave.read')) return <Forbidden />
  if (tab === 'away') return <AwayPage />
  return <ListPage key={tab} view={view} kept={kept[tab]} />
}

function OwnHead({ tabs }: { tabs: boolean }) {
  return (
    <Stack gap={3}>
      {tabs && <LeaveTabs current="mine" />}
      <Card as="section" pad={3}>
        <SectionTitle>
          <Trans>This year</Trans>
        </SectionTitle>
        <BalanceList workerId={undefined} />
      </Card>
    </Stack>
  )
}

function AwayPage() {
  const { t } = useLingui()
  const put = useSetSearch()
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Leave' })} />
      <LeaveTabs current="away" />
      <AwayStrip onOpen={id => put({ view: 'requests', open: id })} />
    </PageFrame>
  )
}
