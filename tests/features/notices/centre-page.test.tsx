// The message centre as a person meets it: unread first to the eye, read when opened, one by one or all at once.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { notice } from '../../../src/domain/notice/notice.ts'
import { alarmView } from '../../../src/features/alarms/alarm.view.tsx'
import CentreDigest from '../../../src/features/notices/centre-digest.tsx'
import { noticeView } from '../../../src/features/notices/notice.view.tsx'
import { type NoticeRow, wayTo } from '../../../src/features/notices/notice-words.ts'
import { ListPage } from '../../../src/resource/list-page.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { renderUi } from '../../ui/render-ui.tsx'

const now = Date.now()
const letter = (id: number, facts: Partial<NoticeRow>): NoticeRow => ({
  id,
  version: 1,
  createdAt: now,
  updatedAt: now,
  kind: 'call',
  state: 'unread',
  subject: 'call',
  subjectId: id,
  imei: null,
  who: null,
  place: null,
  content: null,
  at: now - id * 60_000,
  readAt: null,
  times: 1,
  ...facts,
})
const rows = [
  letter(1, { kind: 'sos', subject: 'alarm', who: 'Wang', place: 'Level 12', content: 'sos' }),
  letter(2, { imei: '866040053214418', who: 'East door', place: 'Tower B 1201' }),
  letter(3, { kind: 'alarm', subject: 'alarm', who: 'Kitchen', content: 'smoke' }),
  letter(4, {
    kind: 'task',
    subject: 'task',
    who: 'devices.csv',
    content: 'done',
    state: 'read',
    readAt: now,
  }),
  letter(5, { kind: 'spoken', subject: null, subjectId: null, who: 'Mei', content: 'Come to the hall' }),
  letter(7, { kind: 'alarm', subject: 'alarm', who: 'Cellar', content: 'smoke', times: 36, state: 'read' }),
  letter(8, {
    kind: 'sos',
    subject: 'alarm',
    who: 'Open one',
    content: 'sos',
    state: 'read',
    unanswered: true,
  }),
  letter(9, { kind: 'sos', subject: 'alarm', who: 'Handled one', content: 'sos', state: 'read' }),
  letter(6, { kind: 'testEnd', subject: null, subjectId: null, who: 'Detectors changed', content: '3' }),
]
const asked = vi.fn()
const view = noticeView(alarmView.words.type ?? {}, {
  onSpeak: () => asked('speak'),
  onBoard: () => asked('board'),
})

let server: FakeBackEnd
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = fakeBackEnd([{ entity: notice, rows }])
})
const show = (options?: Parameters<typeof renderScreen>[1]) => renderScreen(<ListPage view={view} />, options)
const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()

/** Waits until an element contains these words. */
const says = (element: Locator, words: RegExp | string) =>
  expect.poll(() => element.query()?.textContent ?? '').toMatch(words)

describe('the list', () => {
  test('says what came in words, and unread without the help of a colour', async () => {
    await show()
    await says(row('Wang'), /SOS.*Wang.*Level 12.*Unread/)
    await says(row('East door'), /Missed call.*East door.*Tower B 1201/)
    await says(row('Kitchen'), /Alarm.*Kitchen.*Smoke/)
    await says(row('devices.csv'), /File.*devices.csv.*Ready to be fetched.*Read/)
    await says(row('Detectors changed'), /Test window over.*3 alarms hidden/)
    await says(row('Mei'), /Spoken notice.*Mei.*Come to the hall/)
    const weight = (name: string) =>
      Number(getComputedStyle(row(name).element().querySelector('[data-state] bdi') as Element).fontWeight)
    expect(weight('Wang')).toBeGreaterThan(weight('devices.csv'))
    await expect.element(page.getByText('5 messages are unread')).toBeVisible()
  })

  test('an alarm that was told again and again is one line that counts', async () => {
    await show()
    await says(row('Cellar'), /Alarm.*Cellar.*Smoke · reported 36 times/)
    expect(row('Kitchen').element().textContent).not.toContain('told')
  })

  test('an SOS is red until somebody has it', async () => {
    const groundOf = (name: string) => getComputedStyle(row(name).element()).backgroundColor
    await show()
    await says(row('Wang'), /SOS/)
    // Where the test before left the pointer, a row would look otherwise.
    await userEvent.hover(page.getByRole('columnheader').first())
    const usual = () => groundOf('devices.csv')
    await expect.poll(() => groundOf('Handled one') === usual()).toBe(true)
    expect(groundOf('Wang')).toBe(groundOf('Open one'))
    expect(groundOf('Wang')).not.toBe(usual())
  })

  test('all at once', async () => {
    server.answer('notice/readAll', { changed: 4 })
    await show()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(() => server.asked.filter(({ path }) => path === 'notice/readAll')).toHaveLength(1)
    const { until } = (server.asked.find(({ path }) => path === 'notice/readAll')?.request ?? {}) as {
      until?: number
    }
    expect(until).toBeGreaterThanOrEqual(rows[0]?.at ?? 0)
  })

  test('several at once, with a way back', async () => {
    const shown = await show()
    await row('Wang').getByRole('checkbox').click()
    await row('East door').getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await expect.poll(() => server.askedFor('notice/read')).toMatchObject([{ ids: [1, 2] }])
    await expect.poll(() => shown.told.at(-1)?.undo).toBeDefined()
  })

  test('a phone says the same in two lines', async () => {
    await page.viewport(390, 800)
    await show()
    const card = page.getByRole('listitem').filter({ hasText: 'Kitchen' })
    await says(card, /Alarm.*Unread.*Kitchen · Smoke/)
  })

  test('leads whoever may to the form that speaks and to the board', async () => {
    await show({ permissions: ['notice.read', 'notice.speak', 'notice.board'] })
    await page.getByRole('button', { name: 'Speak a notice' }).click()
    await page.getByRole('button', { name: 'Who is reached, and how' }).click()
    expect(asked.mock.calls).toEqual([['speak'], ['board']])
  })

  test('offers neither to whoever may not', async () => {
    await show({ permissions: ['notice.read'] })
    await expect.element(page.getByText('5 messages are unread')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Speak a notice' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /Who is reached/ })).not.toBeInTheDocument()
  })

  test('without messages it says what would stand here', async () => {
    server = fakeBackEnd([{ entity: notice, rows: [] }])
    await show()
    await expect.element(page.getByText('No messages', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
  })
})

describe('one message', () => {
  test('is read when it is opened, in passing, and leads to its subject', async () => {
    const shown = await show()
    await row('Wang').click()
    await expect.poll(() => server.askedFor('notice/read')).toMatchObject([{ ids: [1] }])
    const panel = page.getByRole('complementary')
    await expect
      .element(panel.getByRole('link', { name: 'Go to the alarm' }))
      .toHaveAttribute('href', '#/AlarmHistory?open=1')
    await expect.element(page.getByText('4 messages are unread')).toBeVisible()
    expect(shown.told).toEqual([])
  })

  test('stays unread when somebody says so with the panel open', async () => {
    await show()
    await row('Wang').click()
    await page.getByRole('complementary').getByRole('button', { name: 'Mark as unread' }).click()
    await expect
      .poll(() => server.rows('notice').find(({ id }) => id === 1))
      .toMatchObject({ state: 'unread' })
    expect(server.askedFor('notice/read')).toHaveLength(1)
  })

  test('is not marked for who may only look', async () => {
    await show({ permissions: [] })
    await row('Wang').click()
    await expect.element(page.getByRole('complementary').getByText('Level 12')).toBeVisible()
    expect(server.askedFor('notice/read')).toEqual([])
  })

  test.each<[string, Partial<NoticeRow>, string | undefined]>([
    ['an alarm', { subject: 'alarm', subjectId: 3 }, '/AlarmHistory?open=3'],
    ['a call', { subject: 'call', subjectId: 4 }, '/rightsManagement?view=calls&open=4'],
    ['a file', { subject: 'task', subjectId: 5 }, '/DownloadTask?open=5'],
    [
      'a device',
      { subject: 'device', subjectId: null, imei: '866040053214418' },
      '/DeviceDtail?imei=866040053214418',
    ],
    ['a text', { subject: null, subjectId: null }, undefined],
  ])('%s has its place', (_, facts, path) => expect(wayTo(letter(1, facts))?.path).toBe(path))
})

describe('what was missed', () => {
  test('in one line, the gravest first, that goes when it is dismissed', async () => {
    let dismissed = 0
    await renderUi(
      <CentreDigest
        counts={{ call: 2, sos: 1, task: 0 }}
        away
        onShow={() => {}}
        onDismiss={() => {
          dismissed += 1
        }}
      />,
    )
    await says(page.getByRole('status'), 'While you were away: 1 SOS and 2 missed calls')
    await userEvent.click(page.getByRole('button', { name: 'Dismiss' }))
    expect(dismissed).toBe(1)
  })

  test('says less where it does not know when the person last looked', async () => {
    await renderUi(<CentreDigest counts={{ card: 1 }} away={false} onShow={() => {}} onDismiss={() => {}} />)
    await says(page.getByRole('status'), 'Not read yet: 1 card issued')
  })
})
