// The matrix of an article in a form: a row for each combination, filled down, and what was typed comes back with its value.
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProductOption } from '../../../src/domain/mall/sku-matrix.ts'
import { type Line, MatrixField } from '../../../src/features/mall/matrix-field.tsx'
import { renderScreen } from '../../resource/render-screen.tsx'

const size = (...values: [id: number, name: string][]): ProductOption => ({
  id: 1,
  name: 'Size',
  values: values.map(([id, name]) => ({ id, name, archived: false })),
})
const small: [number, string] = [2, 'S']
const large: [number, string] = [3, 'L']

let sent: unknown

function Form() {
  const [options, setOptions] = useState([size(small, large)])
  const [value, setValue] = useState<unknown>([])
  sent = value
  return (
    <>
      <MatrixField
        control={{
          ...{ value, onChange: setValue, error: undefined, disabled: false, label: 'SKUs' },
          ...{ values: { options, skus: value }, rows: [] },
        }}
      />
      <button type="button" onClick={() => setOptions([size(small)])}>
        Only S
      </button>
      <button type="button" onClick={() => setOptions([size(small, large)])}>
        Both
      </button>
    </>
  )
}

const prices = () => (Array.isArray(sent) ? sent.map((line: Line) => [line.valueIds, line.price]) : [])
const price = (of: string) => page.getByRole('textbox', { name: `Price of ${of}` })

test('each combination has its row, a price is filled down, and a value that is back has what was typed', async () => {
  await renderScreen(<Form />)
  await userEvent.fill(price('S'), '12.5')
  await userEvent.click(page.getByRole('button', { name: 'Same price for all' }))
  await expect.element(price('L')).toHaveValue('12.50')
  await userEvent.fill(price('L'), '15')
  await expect.poll(prices).toEqual([
    [[2], 1250],
    [[3], 1500],
  ])
  await userEvent.click(page.getByRole('button', { name: 'Only S' }))
  await expect.poll(prices).toEqual([[[2], 1250]])
  await userEvent.click(page.getByRole('button', { name: 'Both' }))
  await expect.poll(prices).toEqual([
    [[2], 1250],
    [[3], 1500],
  ])
})
