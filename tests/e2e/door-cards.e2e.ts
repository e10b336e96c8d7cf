// A card: issued on the screen, written by the door unit, let in at its door, refused when it is blocked.
import { Api, address, clearCards, expect } from './console.ts'
import { heard } from './door-console.ts'
import { test } from './door-unit.ts'
import { fresh } from './people.ts'

test('a card is written at the door unit, opens its door, and does not once it is blocked', async ({
  consoles,
  doors,
}) => {
  // Everybody of the company hears of a card: the campus has few other tests to disturb.
  const campus = await Api.logIn('campus')
  await clearCards(campus)
  const door = await doors.connect(campus)
  const page = await consoles.open({ as: campus, at: '/cardAdd' })
  await heard(page)
  const holder = fresh('Kit ')
  await page.getByRole('textbox', { name: 'Name of the holder' }).fill(holder)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('radio', { name: door.name }).check()
  await page.getByRole('button', { name: 'Start writing' }).click()
  await door.at.until('cardWritten')
  const written = page.getByText(/^The card is written: [0-9A-F]{8}$/)
  await expect(written).toBeVisible()
  const cardInfo = (await written.innerText()).slice(-8)
  // What this screen shows already waits in the bar, and lies over nothing.
  await page.getByRole('button', { name: '1 message waits' }).click()
  const message = page.getByRole('dialog', { name: 'Message' })
  await expect(message).toContainText(cardInfo)
  await expect(message).toContainText(door.name)
  await message.getByRole('button', { name: 'Confirm' }).click()
  await expect(message).toHaveCount(0)
  expect(door.at.swipe(cardInfo)).toBe('cardRefused')

  await page.getByRole('checkbox', { name: door.name }).check()
  await page.getByRole('button', { name: 'Let it open these doors' }).click()
  await expect(page.getByText('Granted. The doors take it over as soon as they are connected.')).toBeVisible()
  const known = () => door.at.cards()?.cards.some(card => card.cardInfo === cardInfo) ?? false
  await expect.poll(known).toBe(true)
  expect(door.at.swipe(cardInfo)).toBe('cardOpened')

  const rights = address(`/rightsManagement?holderName=%22${encodeURIComponent(holder)}%22`)
  await page.goto(rights)
  const right = page.getByRole('row').filter({ hasText: holder })
  await expect(right).toContainText(door.name)
  await expect(right).toContainText('In force')

  await page.goto(address(`/cardAdd?view=cards&holderName=%22${encodeURIComponent(holder)}%22`))
  await page.getByRole('row').filter({ hasText: holder }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Block the card' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block the card' }).click()
  await expect(
    page.getByText('Blocked. The doors forget the card as soon as they are connected.'),
  ).toBeVisible()
  await expect.poll(known).toBe(false)
  expect(door.at.swipe(cardInfo)).toBe('cardRefused')

  await page.goto(rights)
  await expect(right).toContainText('Card blocked')

  const events = async () => {
    const { data } = await campus.get<{ list: { kind: string }[] }>('device/doorEvent/page', { cardInfo })
    return data.list.map(({ kind }) => kind).sort()
  }
  await expect.poll(events).toEqual(['cardIssued', 'cardOpened', 'cardRefused', 'cardRefused'])
})
