// The console in the colours of the published site.
import { ownNames, siteColours } from '../ui/own-accent.ts'
import { getSite, subscribeBootInfo } from './boot-info.ts'
import { getSkin, subscribeSkin } from './skin.ts'

/** Wears them now, and whenever the site or the skin changes. */
export function wearSite(): void {
  wear()
  subscribeBootInfo(wear)
  subscribeSkin(wear)
}

/** The skins stand in a sheet: what a site changes of them stands on the root, over it. */
function wear(): void {
  const { style } = document.documentElement
  for (const name of ownNames) style.removeProperty(`--gh-${name}`)
  for (const [name, colour] of Object.entries(siteColours(getSite(), getSkin())))
    style.setProperty(`--gh-${name}`, colour)
}
