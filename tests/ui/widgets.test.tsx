// Widgets in a real browser: what they say, what keys and clicks do.
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BottomTabs } from '../../src/ui/bottom-tabs.tsx'
import { LineChart } from '../../src/ui/chart/line-chart.tsx'
import { SparkLine } from '../../src/ui/chart/spark-line.tsx'
import { Confirm } from '../../src/ui/confirm.tsx'
import { CardList } from '../../src/ui/data-table/card-list.tsx'
import { ColumnChooser } from '../../src/ui/data-table/column-chooser.tsx'
import type { Column, ColumnLayout } from '../../src/ui/data-table/columns.ts'
import { Facts } from '../../src/ui/facts.tsx'
import { FilterChip } from '../../src/ui/filter-chips.tsx'
import { Pagination } from '../../src/ui/pagination.tsx'
import { PeekPanel } from '../../src/ui/peek-panel.tsx'
import { SegmentedFilter } from '../../src/ui/segmented-filter.tsx'
import { SelectionLine } from '../../src/ui/selection-line.tsx'
import { SideMenu } from '../../src/ui/side-menu.tsx'
import { SignalBars } from '../../src/ui/signal-bars.tsx'
import { Slider } from '../../src/ui/slider.tsx'
import { ErrorState, Loading } from '../../src/ui/states.tsx'
import type { TreeListProps } from '../../src/ui/tree-item.tsx'
import { TreeList } from '../../src/ui/tree-list.tsx'
import { renderUi } from './render-ui.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('a skeleton waits 200 ms, so that quick answers do not flash', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const screen = await renderUi(<Loading variant="list" count={3} />)
  vi.advanceTimersByTime(199)
  expect(screen.getByTestId('skeleton').elements()).toHaveLength(0)
  vi.advanceTimersByTime(1)
  await expect.element(screen.getByTestId('skeleton')).toBeInTheDocument()
  await expect.element(screen.getByRole('status')).toHaveAttribute('aria-busy', 'true')
})

test('an error says what happened and offers to try again', async () => {
  const retry = vi.fn()
  const screen = await renderUi(
    <ErrorState what="The list did not load" kept="The stored list stays" onRetry={retry} />,
  )
  await expect.element(screen.getByRole('alert').getByText('The list did not load')).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(retry).toHaveBeenCalledOnce()
})

test('pagination: buttons, typed page, and no paging data', async () => {
  function Paged() {
    const [at, setAt] = useState(1)
    return <Pagination page={at} pageSize={15} total={612} onPage={setAt} />
  }
  const screen = await renderUi(<Paged />)
  await expect.element(screen.getByText('612 in total')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'First page' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Last page' }).click()
  await expect
    .element(screen.getByRole('button', { name: 'Page 41' }))
    .toHaveAttribute('aria-current', 'page')
  const field = screen.getByRole('textbox', { name: 'Go to page' })
  await field.fill('9a9')
  await expect.element(field).toHaveValue('99')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('41')
  await field.fill('')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(screen.getByRole('button', { name: 'Page 1', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  const none = await renderUi(<Pagination page={1} pageSize={15} total={0} onPage={vi.fn()} />)
  await expect.element(none.getByText('No paging data')).toBeVisible()
})

const nodes: TreeListProps['nodes'] = [
  {
    id: 'a',
    title: 'Head office',
    children: [
      { id: 'b', title: 'Tower' },
      { id: 'c', title: 'Crane' },
    ],
  },
  { id: 'd', title: 'Site' },
]

function Tree(props: Partial<TreeListProps>) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(['b']))
  return (
    <TreeList
      label="Departments"
      nodes={nodes}
      expanded={expanded}
      onExpanded={setExpanded}
      checked={checked}
      onChecked={setChecked}
      {...props}
    />
  )
}

test.each([
  ['ltr', '{ArrowRight}', '{ArrowLeft}'],
  ['rtl', '{ArrowLeft}', '{ArrowRight}'],
] as const)('tree by keys in %s', async (direction, inward, outward) => {
  const onSelect = vi.fn()
  const screen = await renderUi(<Tree onSelect={onSelect} />, { direction })
  const office = screen.getByRole('treeitem', { name: 'Head office' })
  await expect.element(office).toHaveAttribute('aria-checked', 'mixed')
  const focusable = office.element()
  if (focusable instanceof HTMLElement) focusable.focus()
  await userEvent.keyboard(inward)
  await expect.element(office).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard(`${inward}{ArrowDown}`)
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-node')).toBe('c'), 10_000)
  await userEvent.keyboard(' ')
  await expect.element(office).toHaveAttribute('aria-checked', 'true')
  await userEvent.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 'c' }))
  await userEvent.keyboard(`${outward}${outward}`)
  await expect.element(office).toHaveAttribute('aria-expanded', 'false')
})

test("a node's menu opens beside it and closes on a click elsewhere", async () => {
  const rename = vi.fn()
  const screen = await renderUi(
    <>
      <Tree actionsOf={() => [{ id: 'r', title: 'Rename', function: rename }]} />
      <button type="button" style={{ marginBlockStart: 200 }}>
        Elsewhere
      </button>
    </>,
  )
  await screen.getByRole('button', { name: 'Actions for Site' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await screen.getByRole('button', { name: 'Elsewhere' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Actions for Site' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  expect(rename).toHaveBeenCalledWith(expect.objectContaining({ id: 'd' }))
})

test('segments are one choice, reached by keys', async () => {
  const onChange = vi.fn()
  const screen = await renderUi(
    <SegmentedFilter
      label="State"
      value="all"
      onChange={onChange}
      segments={[
        { value: 'all', label: 'All', count: 612 },
        { value: 'online', label: 'Online', count: 548, shape: 'online' },
      ]}
    />,
  )
  await expect.element(screen.getByRole('radio', { name: 'All 612' })).toBeChecked()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(onChange).toHaveBeenCalledWith('online')
})

test('a chip removes its filter, an empty fact folds away', async () => {
  const remove = vi.fn()
  const screen = await renderUi(
    <>
      <FilterChip text="Block 3" onRemove={remove} />
      <Facts
        facts={[
          { id: 'w', label: 'Wearer', value: '李伟' },
          { id: 'e', label: 'Engine', value: '' },
        ]}
      />
    </>,
  )
  await screen.getByRole('button', { name: 'Remove filter Block 3' }).click()
  expect(remove).toHaveBeenCalledOnce()
  await expect.element(screen.getByText('Wearer')).toBeVisible()
  expect(screen.getByText('Engine').elements()).toHaveLength(0)
})

test('a bulk action with nothing selected tells the caller', async () => {
  const nothing = vi.fn()
  const run = vi.fn()
  const screen = await renderUi(
    <SelectionLine
      selection={new Set()}
      actions={[{ id: 'd', title: 'Delete', function: run }]}
      onClear={vi.fn()}
      onNothingSelected={nothing}
    />,
  )
  await screen.getByRole('button', { name: 'Delete' }).click()
  expect(nothing).toHaveBeenCalledOnce()
  expect(run).not.toHaveBeenCalled()
})

test('a slider without mc says so; keys move it', async () => {
  const problem = vi.fn()
  const change = vi.fn()
  await renderUi(<Slider label="Position" min={0} max={10} step={1} value={4} onChange={change} />, {
    onProblem: problem,
  })
  expect(problem).toHaveBeenCalledWith('The slider has no mc value')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(change).toHaveBeenCalledWith(5)
  const fine = vi.fn()
  await renderUi(<Slider mc="track" label="Track" min={0} max={10} value={4} onChange={change} />, {
    onProblem: fine,
  })
  expect(fine).not.toHaveBeenCalled()
})

const entries = [
  { key: 'alarms', title: 'Alarms', icon: 'bell', href: '#/alarms', badge: 120 },
  {
    key: 'devices',
    title: 'Devices',
    icon: 'helmet',
    children: [{ key: 'all', title: 'All devices', href: '#/all' }],
  },
  {
    key: 'people',
    title: 'People',
    icon: 'users',
    children: [{ key: 'staff', title: 'Staff', href: '#/staff' }],
  },
] as const

test('the menu opens the group of the active page; others open by hand', async () => {
  const screen = await renderUi(<SideMenu label="Menu" entries={entries} activeKey="all" rail={false} />)
  await expect
    .element(screen.getByRole('link', { name: 'All devices' }))
    .toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Staff' }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'People' }).click()
  await expect.element(screen.getByRole('link', { name: 'Staff' })).toBeVisible()
  await expect.element(screen.getByText('99+')).toBeVisible()
  expect(screen.getByRole('navigation').element().getBoundingClientRect().width).toBe(224)
})

test('the rail is 64 px wide and opens a group beside itself', async () => {
  const screen = await renderUi(
    <SideMenu label="Menu" entries={entries} activeKey="all" rail onRail={vi.fn()} />,
  )
  expect(screen.getByRole('navigation').element().getBoundingClientRect().width).toBe(64)
  await screen.getByRole('button', { name: 'People' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Staff' })).toBeVisible()
})

test('tabs at the bottom are five at most', async () => {
  const tabs = Array.from({ length: 7 }, (_, at) => ({
    key: String(at),
    title: `Tab ${at}`,
    icon: 'grid' as const,
    href: `#/${at}`,
  }))
  const screen = await renderUi(<BottomTabs label="Menu" tabs={tabs} activeKey="1" />)
  expect(screen.getByRole('link').elements()).toHaveLength(5)
  await expect.element(screen.getByRole('link', { name: 'Tab 1' })).toHaveAttribute('aria-current', 'page')
})

test('a critical confirmation has its safe button in focus', async () => {
  const confirm = vi.fn()
  await renderUi(
    <Confirm
      opened
      critical
      title="Delete 2 devices?"
      confirmLabel="Delete"
      onConfirm={confirm}
      onCancel={vi.fn()}
    />,
  )
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await page.getByRole('button', { name: 'Delete' }).click()
  expect(confirm).toHaveBeenCalledOnce()
})

test('a confirmation that fades away takes no second click', async () => {
  const confirm = vi.fn()
  function Asking() {
    const [opened, setOpened] = useState(true)
    const close = () => {
      confirm()
      setOpened(false)
    }
    return (
      <Confirm
        opened={opened}
        title="Restart 2 devices?"
        confirmLabel="Restart"
        onConfirm={close}
        onCancel={vi.fn()}
      />
    )
  }
  const screen = await renderUi(<Asking />)
  const button = screen.getByRole('button', { name: 'Restart' })
  await expect.element(button).toBeVisible()
  const both = button.element()
  if (!(both instanceof HTMLElement)) throw new Error('no button')
  both.click()
  await expect.poll(() => confirm.mock.calls.length).toBe(1)
  both.click()
  expect(confirm).toHaveBeenCalledOnce()
})

test('the peek panel closes by its button and by Escape', async () => {
  const close = vi.fn()
  const screen = await renderUi(
    <PeekPanel title="Helmet 0418" onClose={close}>
      <p>Readings</p>
    </PeekPanel>,
  )
  await expect.element(screen.getByRole('complementary', { name: 'Helmet 0418' })).toBeVisible()
  await screen.getByRole('button').first().click()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(2)
})

test('charts say their figures, and that there are none', async () => {
  const points = [
    [1_760_000_000_000, 61],
    [1_760_000_060_000, 112],
  ] as const
  const screen = await renderUi(
    <>
      <SparkLine label="Heart rate" unit="bpm" points={points} limit={{ value: 120, side: 'above' }} />
      <LineChart
        label="Heart rate today"
        unit="bpm"
        series={[{ name: 'Pulse', points }]}
        limits={[{ label: 'limit 120', value: 120, side: 'above' }]}
      />
      <SparkLine label="Oxygen" unit="%" points={[]} />
    </>,
  )
  await expect
    .element(screen.getByRole('img', { name: /lowest 61, highest 112, last 112 bpm/ }))
    .toBeInTheDocument()
  await expect.element(screen.getByText(/Heart rate today. Pulse: lowest 61/)).toBeInTheDocument()
  await expect.element(screen.getByText('No readings in this time')).toBeVisible()
  await expect.element(screen.getByRole('application', { name: 'Heart rate today' })).toBeVisible()
})

test('signal is nothing unless online', async () => {
  const screen = await renderUi(
    <>
      <SignalBars strength={3} online network="4G" />
      <SignalBars strength={3} online={false} />
    </>,
  )
  await expect.element(screen.getByRole('img', { name: 'Signal 3 of 4' })).toBeInTheDocument()
  await expect.element(screen.getByText('—')).toBeVisible()
})

interface Row {
  id: string
  name: string
}

test('cards open by touch and walk by arrows', async () => {
  const open = vi.fn()
  const rows: Row[] = [
    { id: '1', name: 'Helmet 1' },
    { id: '2', name: 'Helmet 2' },
  ]
  const screen = await renderUi(
    <CardList
      label="Devices"
      rows={rows}
      rowKey={row => row.id}
      card={row => ({ name: row.name })}
      onOpen={open}
    />,
  )
  await screen.getByRole('button', { name: 'Helmet 1' }).click()
  expect(open).toHaveBeenCalledWith(rows[0])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('button', { name: 'Helmet 2' })).toHaveFocus()
})

test.each(['ltr', 'rtl'] as const)(
  'a card that is too narrow cuts the end of its lines, %s',
  async direction => {
    const written = {
      name: 'Inspection of the northern crane and its foundations before the winter',
      detail: '2026-11-25 08:00:00 – 2026-12-01 18:00:00 · North yard · Crane 3',
      arabic: 'من الخميس إلى الأحد في الموقع الشمالي عند الرافعة الثالثة قرب البوابة',
    }
    const screen = await renderUi(
      <div style={{ inlineSize: 260 }}>
        <CardList
          label="Work"
          rows={[written.detail, written.arabic]}
          rowKey={row => row}
          card={row => ({ name: <bdi>{written.name}</bdi>, detail: <bdi>{row}</bdi>, age: '3 h' })}
        />
      </div>,
      { direction },
    )
    const startSeen = (text: string) => {
      const element = screen.getByText(text).first().element()
      const line = element.firstChild
      if (!line) throw new Error('nothing is written')
      const range = document.createRange()
      range.setStart(line, 0)
      range.setEnd(line, 1)
      const start = range.getBoundingClientRect()
      const box = element.getBoundingClientRect()
      expect(element.scrollWidth, text).toBeGreaterThan(element.clientWidth)
      return start.left >= box.left - 1 && start.right <= box.right + 1
    }
    for (const text of [written.name, written.detail, written.arabic])
      expect(startSeen(text), text).toBe(true)
  },
)

test('the column chooser reports hiding, moving and going back', async () => {
  const columns: Column<Row>[] = [
    { name: 'id', title: 'Number' },
    { name: 'name', title: 'Name', required: true },
  ]
  const reported: (ColumnLayout | undefined)[] = []
  function Chooser() {
    const [layout, setLayout] = useState<ColumnLayout>()
    return (
      <ColumnChooser
        columns={columns}
        layout={layout}
        onLayout={next => {
          reported.push(next)
          setLayout(next)
        }}
      />
    )
  }
  const screen = await renderUi(<Chooser />)
  await screen.getByRole('button', { name: 'Columns' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Number' }).click()
  await page.getByRole('button', { name: 'Move Name up' }).click()
  await page.getByRole('button', { name: 'Original columns' }).click()
  expect(reported).toEqual([
    { order: ['id', 'name'], hidden: ['id'] },
    { order: ['name', 'id'], hidden: ['id'] },
    undefined,
  ])
})
