// The second factor in the form of a person: asked only of who changes themselves and has one, by a code or by a passkey.
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/resource/later-error-words.ts'
import { OwnFactorField } from '../../../src/features/admin/own-factor-field.tsx'
import { fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { fakePasskey, request } from '../session/fake-passkey.ts'

const WORD = 'w'.repeat(43)
const field = () => page.getByRole('textbox', { name: 'Code' })

function Form({ onValue = () => {} }: { onValue?(value: unknown): void }) {
  const [error, setError] = useState<string>()
  const [value, setValue] = useState<unknown>()
  const onChange = (next: unknown) => {
    setValue(next)
    onValue(next)
  }
  return (
    <>
      <OwnFactorField {...{ label: 'Code', values: {}, rows: [], disabled: false, error, value, onChange }} />
      <button type="button" onClick={() => setError('It was used before')}>
        Refuse
      </button>
    </>
  )
}

test('a code is typed', async () => {
  const onValue = vi.fn()
  fakeBackEnd([])
  await renderScreen(<Form onValue={onValue} />)
  await field().fill('123 456')
  expect(onValue).toHaveBeenLastCalledWith('123 456')
})

test('a passkey stands for the code, and may be taken back', async () => {
  const onValue = vi.fn()
  const server = fakeBackEnd([])
  server.answer('auth/beginPasskeyConfirmation', request)
  server.answer('auth/confirmByPasskey', { proof: WORD })
  fakePasskey()
  await renderScreen(<Form onValue={onValue} />)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(page.getByText('Confirmed by a passkey')).toBeVisible()
  expect(onValue).toHaveBeenLastCalledWith(WORD)
  expect(field().elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(field()).toHaveValue('')
})

test('who has no passkey is told, and a word that was refused is asked for anew', async () => {
  const server = fakeBackEnd([])
  server.refuse('auth/beginPasskeyConfirmation', { id: 'factor.none' })
  server.answer('auth/beginPasskeyConfirmation', request)
  server.answer('auth/confirmByPasskey', { proof: WORD })
  fakePasskey()
  await renderScreen(<Form />)
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await use.click()
  await expect.element(page.getByText('No second factor is set up')).toBeVisible()
  await use.click()
  await expect.element(page.getByText('Confirmed by a passkey')).toBeVisible()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(page.getByText('It was used before')).toBeVisible()
  await expect.element(field()).toHaveValue('')
})
