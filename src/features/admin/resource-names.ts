// Name of a resource in the language of the person: the server knows Chinese and English.
import type { Row } from '../../resource/view.ts'
import type { IconName } from '../../ui/icons.tsx'
import { resourceTypeIcons } from './access-words.ts'

export function resourceName(row: Row, locale: string): string {
  const [zh, en] = [String(row.name), typeof row.enName === 'string' ? row.enName : '']
  return locale === 'cn' || en === '' ? zh : en
}

export function resourceIcon(row: Row, names: readonly IconName[]): IconName {
  const type = row.type === 'directory' || row.type === 'button' ? row.type : 'menu'
  return names.find(name => name === row.icon) ?? resourceTypeIcons[type]
}
