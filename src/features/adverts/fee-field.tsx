// The fee of an advertisement in a form: typed in yuan, kept in fen.
import { fenOf } from '../../domain/billing/money.ts'
import { fenTyped, TypedField } from '../../resource/typed-field.tsx'
import type { FieldControl } from '../../resource/view.ts'

const clean = (text: string) => text.replace(/[^\d.]/g, '').slice(0, 12)
const refuses = (text: string) => text !== '' && fenOf(text) === undefined

export function FeeField({ control, name }: { control: FieldControl; name: string }) {
  return <TypedField control={control} name={name} clean={clean} refuses={refuses} {...fenTyped} />
}
