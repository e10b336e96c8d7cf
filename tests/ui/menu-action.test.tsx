// Entries of a menu that cannot be used now: seen, reached by keys, and with their reason for a reader.
import { Menu } from '@mantine/core'
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MenuAction } from '../../src/ui/menu-action.tsx'
import { renderUi } from './render-ui.tsx'

const run = vi.fn()
const show = () =>
  renderUi(
    <Menu withinPortal transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button">More</button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuAction label="Open" onRun={run} />
        <MenuAction label="Delete" icon="trash" critical blocked="No connection" onRun={run} />
        <MenuAction label="Rename" onRun={run} />
      </Menu.Dropdown>
    </Menu>,
  )
const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })

test('say why to the eye and to a reader, and are no dead end for the keyboard', async () => {
  run.mockClear()
  await show()
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByText('No connection')).toBeVisible()
  await expect.element(entry('Delete')).toHaveAccessibleDescription('No connection')
  await expect.element(entry('Delete')).toHaveAttribute('aria-disabled', 'true')
  entry('Open').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(entry('Delete')).toHaveFocus()
  // Neither key nor finger does it, and the reason stays in sight.
  await userEvent.keyboard('{Enter}')
  await entry('Delete').click({ force: true })
  expect(run).not.toHaveBeenCalled()
  await expect.element(page.getByText('No connection')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(entry('Rename')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(run).toHaveBeenCalledOnce()
})

test('are found clean by axe, and readable', async () => {
  await show()
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByText('No connection')).toBeVisible()
  const { violations } = await axe.run(page.getByRole('menu').element(), {
    // The frame of every menu has the guards of its focus trap among its entries.
    rules: { 'aria-required-children': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
})
