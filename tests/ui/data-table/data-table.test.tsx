// The data table in a real browser: cells, sorting, selection, keyboard, fixed columns, scrolling.
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Column, ColumnLayout } from '../../../src/ui/data-table/columns.ts'
import { DataTable, type DataTableProps } from '../../../src/ui/data-table/data-table.tsx'
import { renderUi } from '../render-ui.tsx'

beforeEach(() => page.viewport(1280, 800))

interface Device {
  imei: string
  name: string
  state: number
  at: number
  picture: string
}

const devices = (count: number): Device[] =>
  Array.from({ length: count }, (_, at) => ({
    imei: String(866040053214000 + at),
    name: `Helmet ${at}`,
    state: at % 3,
    at: 1_760_000_000 + at,
    picture: at === 1 ? 'javascript:alert(1)' : '',
  }))

const remove = vi.fn()

const columns: Column<Device>[] = [
  { id: 'select', type: 'select', title: 'Select' },
  { name: 'name', title: 'Name', type: 'deviceName', fixed: 'left', width: 160, sortable: true },
  { name: 'imei', title: 'IMEI', width: 200 },
  {
    name: 'state',
    title: 'State',
    type: 'check',
    words: { '0': { label: 'Offline', shape: 'offline' }, '1': { label: 'Online', shape: 'online' } },
  },
  { name: 'at', title: 'Time', type: 'date', width: 220 },
  { name: 'picture', title: 'Picture', type: 'img' },
  {
    id: 'actions',
    type: 'but',
    title: 'Actions',
    fixed: 'right',
    data: [{ title: 'Remove', color: 'critical', function: remove, filter: { name: 'state', value: 0 } }],
  },
]

function Table(props: Partial<DataTableProps<Device>> & { rows: readonly Device[] }) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  return (
    <div style={{ blockSize: 400, inlineSize: 600, display: 'flex', flexDirection: 'column' }}>
      <DataTable
        label="Devices"
        columns={columns}
        rowKey={row => row.imei}
        selection={selection}
        onSelection={setSelection}
        {...props}
      />
    </div>
  )
}

test('shows codes in words, times in one form, and no address that is not a picture', async () => {
  const screen = await renderUi(<Table rows={devices(3)} />)
  await expect.element(screen.getByRole('grid', { name: 'Devices' })).toHaveAttribute('aria-rowcount', '4')
  await expect.element(screen.getByText('Online')).toBeVisible()
  expect(screen.container.textContent).toMatch(/2025-10-\d\d \d\d:\d\d:\d\d/)
  expect(screen.container.querySelector('img')).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove' }).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Remove' }).click()
  expect(remove).toHaveBeenCalledWith(expect.objectContaining({ name: 'Helmet 0' }))
})

test('draws only the rows in sight of 10,000, with a head 60 px high', async () => {
  const screen = await renderUi(<Table rows={devices(10_000)} />)
  await expect.element(screen.getByText('Helmet 0', { exact: true })).toBeVisible()
  expect(screen.container.querySelectorAll('[data-row]').length).toBeLessThan(40)
  const head = screen.getByRole('columnheader', { name: 'IMEI' }).element()
  expect(head.parentElement?.getBoundingClientRect().height).toBe(60)
  expect(screen.container.querySelector('[data-row]')?.getBoundingClientRect().height).toBe(40)
})

test('walks by keys: J, arrows, End, Home; Space selects, Enter opens', async () => {
  const onOpen = vi.fn()
  const onMove = vi.fn()
  const screen = await renderUi(<Table rows={devices(10_000)} onOpen={onOpen} onMove={onMove} />)
  await expect.element(screen.getByText('Helmet 0', { exact: true })).toBeVisible()
  const first = screen.container.querySelector<HTMLElement>('[data-row="0"]')
  first?.focus()
  const focused = () => document.activeElement?.getAttribute('data-row')
  await userEvent.keyboard('j{ArrowDown}')
  await vi.waitFor(() => expect(focused()).toBe('2'), 10_000)
  await userEvent.keyboard('{End}')
  await vi.waitFor(() => expect(focused()).toBe('9999'), 10_000)
  await userEvent.keyboard('k{Home}')
  await vi.waitFor(() => expect(focused()).toBe('0'), 10_000)
  await userEvent.keyboard(' ')
  await expect.element(screen.getByRole('row', { selected: true })).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ name: 'Helmet 0' }))
  expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ name: 'Helmet 9999' }))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('type')).toBe('checkbox')
})

test('keeps the focused row drawn when it is scrolled away, so that keys go on from it', async () => {
  const screen = await renderUi(<Table rows={devices(10_000)} />)
  await expect.element(screen.getByText('Helmet 0', { exact: true })).toBeVisible()
  screen.container.querySelector<HTMLElement>('[data-row="0"]')?.focus()
  const grid = screen.getByRole('grid').element()
  grid.scrollTop = 200_000
  await vi.waitFor(() => expect(screen.container.querySelector('[data-row="5000"]')).not.toBeNull(), 10_000)
  expect(document.activeElement?.getAttribute('data-row')).toBe('0')
  await userEvent.keyboard('j')
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('1'), 10_000)
})

test('selects all and clears', async () => {
  const screen = await renderUi(<Table rows={devices(5)} />)
  await screen.getByLabelText('Select all rows').click()
  expect(screen.getByRole('row', { selected: true }).elements()).toHaveLength(5)
  await screen.getByLabelText('Select row').first().click()
  expect(screen.getByRole('row', { selected: true }).elements()).toHaveLength(4)
})

test('says the sort and reports the next one', async () => {
  const onSort = vi.fn()
  const screen = await renderUi(
    <Table rows={devices(5)} sort={{ id: 'name', direction: 'asc' }} onSort={onSort} />,
  )
  const head = screen.getByRole('columnheader', { name: 'Name' })
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  await screen.getByRole('button', { name: 'Name' }).click()
  expect(onSort).toHaveBeenCalledWith({ id: 'name', direction: 'desc' })
})

test.each(['ltr', 'rtl'] as const)('keeps fixed columns at their sides in %s', async direction => {
  const screen = await renderUi(<Table rows={devices(30)} />, { direction })
  await expect.element(screen.getByText('Helmet 0', { exact: true })).toBeVisible()
  const grid = screen.getByRole('grid').element()
  const edge = () => {
    const frame = grid.getBoundingClientRect()
    const name = screen.getByRole('columnheader', { name: 'Name' }).element().getBoundingClientRect()
    const actions = screen.getByRole('columnheader', { name: 'Actions' }).element().getBoundingClientRect()
    return direction === 'ltr'
      ? [name.left - frame.left, frame.right - actions.right]
      : [frame.right - name.right, actions.left - frame.left]
  }
  const before = edge()
  grid.scrollLeft = direction === 'ltr' ? 200 : -200
  await vi.waitFor(() => expect(Math.abs(grid.scrollLeft)).toBe(200), 10_000)
  const after = edge()
  expect(Math.round(after[0] ?? 0)).toBe(Math.round(before[0] ?? 1))
  expect(Math.round(after[0] ?? 0)).toBe(48)
  expect(after[1]).toBeLessThan(20)
})

test('keeps four rows however low the window is', async () => {
  await page.viewport(844, 390)
  const screen = await renderUi(
    <div style={{ blockSize: 200, display: 'flex', flexDirection: 'column', overflowY: 'auto' }}>
      <DataTable label="Devices" columns={columns} rows={devices(30)} rowKey={row => row.imei} />
    </div>,
  )
  const grid = screen.getByRole('grid').element()
  await vi.waitFor(() => expect(grid.querySelector('[data-row="3"]')).not.toBeNull(), 10_000)
  const row = grid.querySelector('[data-row="3"]')?.getBoundingClientRect()
  expect(row?.bottom).toBeLessThanOrEqual(grid.getBoundingClientRect().bottom)
})

test('draws the ring around a row over its fixed columns', async () => {
  const screen = await renderUi(<Table rows={devices(3)} />)
  await expect.element(screen.getByText('Helmet 0', { exact: true })).toBeVisible()
  const row = screen.container.querySelector<HTMLElement>('[data-row="0"]')
  // With the keys it is told where one stands.
  await userEvent.keyboard('{Tab}')
  row?.focus()
  const ring = row && getComputedStyle(row, '::after')
  const fixed = row?.querySelector('[role="gridcell"]:last-child')
  expect(ring?.borderTopWidth).toBe('2px')
  expect(Number(ring?.zIndex)).toBeGreaterThan(Number(fixed && getComputedStyle(fixed).zIndex))
})

test('in right-to-left text, foreign names keep their beginning and numbers of devices their end', async () => {
  const narrow: Column<Device>[] = [
    { name: 'name', title: 'Name', width: 100, render: value => <bdi>{value}</bdi> },
    { name: 'imei', title: 'IMEI', width: 100, type: 'code' },
  ]
  const long = devices(1).map(row => ({ ...row, name: 'Helmet of the northern tower, third floor' }))
  const screen = await renderUi(
    <div style={{ inlineSize: 204 }}>
      <DataTable label="Devices" columns={narrow} rows={long} rowKey={row => row.imei} />
    </div>,
    { direction: 'rtl' },
  )
  const seen = (text: string, at: number) => {
    const found = screen.getByText(text).element()
    const box = (found.closest('[role="gridcell"]') ?? found).getBoundingClientRect()
    const range = document.createRange()
    range.setStart(found.firstChild ?? found, at)
    range.setEnd(found.firstChild ?? found, at + 1)
    const { left, right } = range.getBoundingClientRect()
    return left >= box.left && right <= box.right
  }
  const [{ name = '', imei = '' } = {}] = long
  await expect.element(screen.getByText(name)).toBeInTheDocument()
  expect([seen(name, 0), seen(name, name.length - 1)]).toEqual([true, false])
  expect([seen(imei, 0), seen(imei, imei.length - 1)]).toEqual([false, true])
})

test('follows the given order and hides columns', async () => {
  const layout: ColumnLayout = { order: ['select', 'at', 'imei', 'name'], hidden: ['state', 'picture'] }
  const screen = await renderUi(<Table rows={devices(2)} layout={layout} />)
  const titles = screen
    .getByRole('columnheader')
    .elements()
    .map(head => head.textContent)
  expect(titles).toEqual(['', 'Name', 'Time', 'IMEI', 'Actions'])
})

test('has no column for a field that the row lacks', () => {
  // @ts-expect-error the compiler refuses the name
  const unknown: Column<Device> = { name: 'colour', title: 'Colour' }
  expect(unknown.title).toBe('Colour')
})

test('starts another page at its top, and never draws all rows of an endless page', async () => {
  function Pages() {
    const [offset, setOffset] = useState(0)
    return (
      <>
        <DataTable
          label="Devices"
          columns={columns}
          rows={devices(5000)}
          rowKey={row => row.imei}
          offset={offset}
        />
        <button type="button" onClick={() => setOffset(5000)}>
          Next
        </button>
      </>
    )
  }
  const screen = await renderUi(<Pages />)
  const grid = screen.getByRole('grid').element()
  await vi.waitFor(
    () => expect(screen.container.querySelectorAll('[data-row]').length).toBeGreaterThan(3),
    10_000,
  )
  expect(screen.container.querySelectorAll('[data-row]').length).toBeLessThan(60)
  grid.scrollTop = 4000
  await vi.waitFor(() => expect(screen.container.querySelector('[data-row="100"]')).not.toBeNull(), 10_000)
  await screen.getByRole('button', { name: 'Next' }).click()
  await vi.waitFor(() => expect(grid.scrollTop).toBe(0), 10_000)
})

test('says why it is empty', async () => {
  const screen = await renderUi(<Table rows={[]} empty={<p>No devices here</p>} />)
  await expect.element(screen.getByText('No devices here')).toBeVisible()
})
