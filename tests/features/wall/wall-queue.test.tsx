// The queue of a wall in a real browser: each alarm says its severity in words, whole, in the longest of the languages.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Watched } from '../../../src/features/wall/use-wall.ts'
import css from '../../../src/features/wall/wall.module.css'
import { WallQueue } from '../../../src/features/wall/wall-queue.tsx'
import { severityWords, typeWords } from '../../../src/resource/alarm-type-words.ts'
import { UiProvider } from '../../../src/ui/provider.tsx'

const severities = ['critical', 'warning', 'attention', 'info'] as const
const waiting = (id: number): Watched['queue'][number] => ({
  ...{ id, type: 'environmentTemperature', severity: severities[id % 4] ?? 'info', status: 'open' },
  ...{
    place: 'Block 3',
    deviceName: 'Sensor',
    wearer: null,
    takenBy: null,
    raisedAt: Date.now() - 3_600_000,
  },
  ...{ latitude: null, longitude: null },
})

beforeEach(async () => {
  await page.viewport(1920, 1080)
  // The longest that any catalogue has for them.
  i18n.loadAndActivate({
    locale: 'ru',
    messages: {
      [severityWords.critical.id]: 'Критическая',
      [severityWords.warning.id]: 'Предупреждение',
      [severityWords.attention.id]: 'Требует внимания',
      [severityWords.info.id]: 'Информация',
      [typeWords.environmentTemperature.id]: 'Температура окружающей среды',
    },
  })
})

const show = (queue: Watched['queue']) =>
  render(
    <I18nProvider i18n={i18n}>
      <UiProvider skin="blue" direction="ltr">
        <div className={css.wall}>
          <div className={css.frame} style={{ blockSize: '1080px' }}>
            <WallQueue answer={{ queue, open: 20 }} />
          </div>
        </div>
      </UiProvider>
    </I18nProvider>,
  )

test('says how grave each alarm is, in words that are not cut', async () => {
  await show(severities.map((_, id) => waiting(id)))
  for (const word of ['Критическая', 'Предупреждение', 'Требует внимания', 'Информация']) {
    const shown = page.getByText(word)
    await expect.element(shown).toBeVisible()
    const element = shown.element()
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth + 1)
    // Read from three metres.
    expect(Number.parseFloat(getComputedStyle(element).fontSize)).toBeGreaterThanOrEqual(20)
    const row = element.closest('li')?.getBoundingClientRect()
    expect(element.getBoundingClientRect().right).toBeLessThanOrEqual((row?.right ?? 0) + 1)
  }
})

test('shows alarms whole or not at all', async () => {
  await show(Array.from({ length: 8 }, (_, id) => waiting(id)))
  const frame = page.getByRole('complementary', { name: 'Open alarms' }).element().getBoundingClientRect()
  const rows = page.getByRole('listitem').elements()
  const seen = rows.filter(row => row.getBoundingClientRect().left < frame.right)
  expect(seen.length).toBeGreaterThan(4)
  for (const row of seen) expect(row.getBoundingClientRect().bottom).toBeLessThanOrEqual(frame.bottom)
})
