// The data table in a real browser: cells, sorting, selection, keyboard, fixed columns, scrolling.
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Column, ColumnLayout } from '../../../src/ui/data-table/columns.ts'
import { DataTable, type DataTableProps } from '../../../src/ui/data-table/data-table.tsx'
import { renderUi } from '../render-ui.tsx'

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
