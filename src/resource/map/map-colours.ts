// The skin's colours as the map needs them: real values, because WebGL knows no CSS variables.
import { useComputedColorScheme } from '@mantine/core'
import { skins, type TokenName } from '../../ui/tokens.ts'

/** Every token of the skin as `#rrggbb` (`scrim` and `shadow` with two digits more). */
export type MapColours = Readonly<Record<TokenName, string>>

/** The colours of the skin that is shown now. The same object until the skin changes, so it may stand in dependencies. */
export function useMapColours(): MapColours {
  return skins[useComputedColorScheme('dark') === 'dark' ? 'blue' : 'campus']
}
