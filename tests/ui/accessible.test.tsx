// No serious accessibility finding in any widget, in both skins and both directions.
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { Age, Elapsed } from '../../src/ui/age.tsx'
import { Battery } from '../../src/ui/battery.tsx'
import { BottomTabs } from '../../src/ui/bottom-tabs.tsx'
import { SparkLine } from '../../src/ui/chart/spark-line.tsx'
import { CardList } from '../../src/ui/data-table/card-list.tsx'
import type { Column } from '../../src/ui/data-table/columns.ts'
import { DataTable } from '../../src/ui/data-table/data-table.tsx'
import { Facts } from '../../src/ui/facts.tsx'
import { FieldCopy } from '../../src/ui/field-copy.tsx'
import { AddFilter, FilterChip, FilterLine } from '../../src/ui/filter-chips.tsx'
import { Pagination } from '../../src/ui/pagination.tsx'
import { PeekPanel, PeekSection } from '../../src/ui/peek-panel.tsx'
import { SegmentedFilter } from '../../src/ui/segmented-filter.tsx'
import { SeverityBadge } from '../../src/ui/severity-badge.tsx'
import { SideMenu } from '../../src/ui/side-menu.tsx'
import { SignalBars } from '../../src/ui/signal-bars.tsx'
import { Slider } from '../../src/ui/slider.tsx'
import { Empty, ErrorState, Forbidden, NotBuilt, StaleBadge } from '../../src/ui/states.tsx'
import { TreeList } from '../../src/ui/tree-list.tsx'
import { renderUi } from './render-ui.tsx'

interface Row {
  id: string
  name: string
  state: number
}

const rows: Row[] = [
  { id: '1', name: 'Helmet 1', state: 1 },
  { id: '2', name: 'Helmet 2', state: 0 },
]

const columns: Column<Row>[] = [
  { id: 'select', type: 'select', title: 'Select' },
  { name: 'name', title: 'Name', type: 'deviceName', sortable: true },
  {
    name: 'state',
    title: 'State',
    type: 'check',
    words: { '0': { label: 'Offline', shape: 'offline' }, '1': { label: 'Passed', tone: 'ok' } },
    quiet: true,
  },
  { id: 'do', type: 'but', title: 'Actions', data: [{ title: 'Open', function: vi.fn() }] },
]

const menu = [
  { key: 'alarms', title: 'Alarms', icon: 'bell', href: '#/alarms', badge: 7 },
  {
    key: 'devices',
    title: 'Devices',
    icon: 'helmet',
    children: [{ key: 'all', title: 'All', href: '#/all' }],
  },
] as const

function Everything() {
  const key = (row: Row) => row.id
  return (
    <main>
      <h1>Widgets</h1>
      <SideMenu label="Menu" entries={menu} activeKey="all" rail={false} onRail={vi.fn()} />
      <SideMenu label="Rail" entries={menu} activeKey="all" rail />
      <FilterLine end={<AddFilter />}>
        <SegmentedFilter
          label="State"
          value="all"
          onChange={vi.fn()}
          segments={[
            { value: 'all', label: 'All', count: 2 },
            { value: 'off', label: 'Offline', count: 1, shape: 'offline' },
          ]}
        />
        <FilterChip text="Block 3" onRemove={vi.fn()} />
      </FilterLine>
      <DataTable
        label="Devices"
        columns={columns}
        rows={rows}
        rowKey={key}
        selection={new Set(['1'])}
        onSelection={vi.fn()}
        sort={{ id: 'name', direction: 'asc' }}
        onSort={vi.fn()}
        activeKey="2"
        rowTone={row => (row.id === '1' ? 'critical' : undefined)}
        footer={<Pagination page={3} pageSize={15} total={612} onPage={vi.fn()} />}
      />
      <CardList
        label="Cards"
        rows={rows}
        rowKey={key}
        card={row => ({
          icon: 'helmet',
          name: row.name,
          detail: 'Tower B',
          age: <Age at={0} />,
          tone: 'critical',
        })}
        onOpen={vi.fn()}
      />
      <TreeList
        label="Departments"
        nodes={[{ id: 'a', title: 'Office', children: [{ id: 'b', title: 'Tower' }] }]}
        expanded={new Set(['a'])}
        onExpanded={vi.fn()}
        checked={new Set()}
        onChecked={vi.fn()}
        selected="b"
        onSelect={vi.fn()}
        actionsOf={() => [{ id: 'r', title: 'Rename', function: vi.fn() }]}
      />
      <PeekPanel
        icon="helmet"
        title="Helmet 1"
        subtitle={<FieldCopy label="IMEI" value="866" />}
        onClose={vi.fn()}
      >
        <PeekSection title="Heart rate">
          <SparkLine
            label="Heart rate"
            unit="bpm"
            points={[
              [0, 60],
              [60_000, 70],
            ]}
            limit={{ value: 120, side: 'above' }}
          />
        </PeekSection>
        <Facts facts={[{ id: 'w', label: 'Wearer', value: '李伟' }]} />
      </PeekPanel>
      <Slider mc="track" label="Position" min={0} max={9} value={3} onChange={vi.fn()} />
      {(['critical', 'warning', 'attention', 'info', 'ok', 'off', 'new'] as const).map(tone => (
        <SeverityBadge key={tone} tone={tone} urgent>
          {tone}
        </SeverityBadge>
      ))}
      <Battery percent={9} />
      <Battery percent={18} />
      <Battery percent={88} bare />
      <SignalBars strength={2} online network="4G" />
      <Elapsed since={0} />
      <StaleBadge at={0} />
      <Empty title="No devices" why="None was stocked in." />
      <ErrorState what="It did not load" onRetry={vi.fn()} />
      <Forbidden />
      <NotBuilt name="Advertising" />
      <BottomTabs
        label="Tabs"
        tabs={[{ key: 'a', title: 'Alarms', icon: 'bell', href: '#/a', badge: 3 }]}
        activeKey="a"
      />
    </main>
  )
}

test.each([
  ['blue', 'ltr'],
  ['campus', 'ltr'],
  ['blue', 'rtl'],
  ['campus', 'rtl'],
] as const)('%s, %s', async (skin, direction) => {
  const screen = await renderUi(<Everything />, { skin, direction })
  // A change of skin fades; contrast is judged when it has.
  await Promise.allSettled(document.getAnimations().map(each => each.finished))
  const { violations } = await axe.run(screen.container, {
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  })
  const found = violations
    .filter(each => each.impact === 'serious' || each.impact === 'critical')
    .map(
      each =>
        `${each.id}: ${each.nodes.map(node => `${node.html.slice(0, 160)} ${node.failureSummary}`).join('\n')}`,
    )
  expect(found).toEqual([])
})
