// Wraps the console in its skin and reading direction.
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import './base.css'
import { ProblemToast } from './problem-toast.ts'
import { cssVariablesResolver, schemeOf, theme } from './theme.ts'
import type { SkinName } from './tokens.ts'

export type Direction = 'ltr' | 'rtl'

export interface UiProviderProps {
  skin: SkinName
  direction: Direction
  /** Told what is wrong with the use of a widget, in the reader's language. */
  onProblem?: (text: string) => void
  children: ReactNode
}

const unheard = () => {}

export function UiProvider({ skin, direction, onProblem = unheard, children }: UiProviderProps) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <DirectionFollower direction={direction} />
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        forceColorScheme={schemeOf(skin)}
      >
        <ProblemToast value={onProblem}>{children}</ProblemToast>
      </MantineProvider>
    </DirectionProvider>
  )
}

// Mantine reads its initial direction once; a change of language must reach it and <html dir> too.
function DirectionFollower({ direction }: { direction: Direction }) {
  const { setDirection } = useDirection()
  useLayoutEffect(() => setDirection(direction), [direction, setDirection])
  return null
}
