// What was wrong with an emergency's message is read in words, with what the device sent as it sent it.
import { expect, it } from 'vitest'
import { flawOf, messageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import { AlarmFlaws } from '../../../src/features/alarms/alarm-flaws.tsx'
import { renderUi } from '../../ui/render-ui.tsx'

it('says each of them in words', async () => {
  const fields = messageFlaw.def.shape.field.options
  const screen = await renderUi(<AlarmFlaws flaws={fields.map(field => flawOf(field, `sent ${field}`))} />)
  expect(screen.getByRole('listitem').elements()).toHaveLength(fields.length)
  await expect
    .element(
      screen.getByText(
        'Its time was sent as sent time. If that cannot be right, the time of arrival counts.',
      ),
    )
    .toBeVisible()
  await expect.element(screen.getByText('The message was damaged', { exact: false })).toBeVisible()
})

it('shows no character that a screen or a database cannot take', () => {
  expect(flawOf('value', 'a\u0000b\ud800').said).toBe('a�b�')
  expect(flawOf('value', { deep: 'x'.repeat(200) }).said).toHaveLength(60)
  expect(flawOf('form').said).toBe('')
})
