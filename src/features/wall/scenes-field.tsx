// The scenes of a wall, in the order in which they are chosen.
import { useLingui } from '@lingui/react/macro'
import { MultiSelect } from '@mantine/core'
import { type SceneName, sceneNames } from '../../domain/scene/scenes.ts'
import { sceneWords } from '../../resource/scene-words.ts'
import type { FieldControl } from '../../resource/view.ts'

const isScene = (word: unknown): word is SceneName => sceneNames.some(name => name === word)

export function SceneNames({ names }: { names: readonly SceneName[] }) {
  const { i18n } = useLingui()
  return names.map(name => i18n._(sceneWords[name])).join(' · ')
}

export function ScenesField({ control }: { control: FieldControl }) {
  const { i18n, t } = useLingui()
  const value = Array.isArray(control.value) ? control.value.filter(isScene) : []
  return (
    <MultiSelect
      label={control.label}
      description={t`They are shown in this order.`}
      value={value}
      onChange={control.onChange}
      data={sceneNames.map(name => ({ value: name, label: i18n._(sceneWords[name]) }))}
      error={control.error}
      disabled={control.disabled}
      hidePickedOptions
    />
  )
}
