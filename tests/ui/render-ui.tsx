// Renders a widget inside the skin and an empty English catalogue, as the console would.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { type Direction, UiProvider } from '../../src/ui/provider.tsx'
import type { SkinName } from '../../src/ui/tokens.ts'

export function wrapUi(
  content: ReactNode,
  {
    skin = 'blue',
    direction = 'ltr',
    language = 'en',
    onProblem,
  }: {
    skin?: SkinName
    direction?: Direction
    language?: string
    onProblem?: (text: string) => void
  } = {},
): ReactNode {
  i18n.loadAndActivate({ locale: language, messages: {} })
  return (
    <I18nProvider i18n={i18n}>
      <UiProvider skin={skin} direction={direction} {...(onProblem && { onProblem })}>
        {content}
      </UiProvider>
    </I18nProvider>
  )
}

export const renderUi = (...args: Parameters<typeof wrapUi>) => render(wrapUi(...args))
