// The set-up guide with what other rooms bring into it.
import { useLingui } from '@lingui/react/macro'
import { DevicePanel } from '../features/reachability/device-panel.tsx'
import { SetupPage } from '../features/setup/setup-page.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { refreshMenu } from './session-life.ts'
import { directoryTitles } from './shell/directory-titles.ts'
import { SkinChoice } from './skin-choice.tsx'

export function SetupScreen() {
  const { i18n } = useLingui()
  return (
    <SetupPage
      parts={{
        looks: (
          <>
            <LanguageChoice />
            <SkinChoice />
          </>
        ),
        push: <DevicePanel />,
        menuName: directory => {
          const title = directoryTitles.get(directory)
          return title ? i18n._(title) : directory
        },
        onMenu: refreshMenu,
      }}
    />
  )
}
