// Name of the list that a file was made from.
import { useLingui } from '@lingui/react/macro'
import { useEntityWords } from '../../resource/entity-words.ts'

/** A list of a newer version has no words here yet: its key says at least which. */
export function EntityName({ entity }: { entity: string }) {
  const { i18n } = useLingui()
  const name = useEntityWords().nameOf(entity)
  return <>{name ? i18n._(name) : entity}</>
}
