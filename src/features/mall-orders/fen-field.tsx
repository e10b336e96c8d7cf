// A sum of money in a form: typed in yuan, kept in fen.
import { fenTyped, TypedField } from '../../resource/typed-field.tsx'
import type { FieldControl } from '../../resource/view.ts'

const clean = (text: string) =>
  text
    .replace(',', '.')
    .replace(/[^\d.]/g, '')
    .slice(0, 12)

export function FenField({ control, name }: { control: FieldControl; name: string }) {
  return <TypedField control={control} name={name} clean={clean} {...fenTyped} />
}
