// A part of a picture that can be pointed at and reached by keys: a link where it leads somewhere, else something to read.
import type { ReactNode } from 'react'

interface PartProps {
  /** Its place in the order of the keys. */
  at: number
  /** The part that Tab leads to. */
  stop: number
  href?: string | undefined
  className: string | undefined
  label: string
  /** Its own words stand in it: they name it, and `label` only says more. */
  worded?: boolean
  /** What it says is shown at the pointer by the browser, as nothing else shows it. */
  titled?: boolean
  onFocus?: () => void
  children?: ReactNode
}

export function Part(props: PartProps) {
  const { at, stop, href, className, label, worded = false, titled = true, onFocus, children } = props
  const title = titled ? label : undefined
  const common = { className, title, 'data-part': at, tabIndex: at === stop ? 0 : -1, onFocus }
  if (href) {
    return (
      <a href={href} {...(!worded && { 'aria-label': label })} {...common}>
        {children}
      </a>
    )
  }
  return (
    <div role="img" aria-label={label} {...common}>
      {children}
    </div>
  )
}
