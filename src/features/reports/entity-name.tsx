// Name of the list that a file was made from.
import { useLingui } from '@lingui/react/macro'
import { entityWords, knownEntity } from './entity-words.ts'

export function EntityName({ entity }: { entity: string }) {
  const { i18n } = useLingui()
  const known = knownEntity(entity)
  return <>{known ? i18n._(entityWords[known]) : entity}</>
}
