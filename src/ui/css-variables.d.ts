// Lets an element's style set our CSS variables.
import 'react'

declare module 'react' {
  interface CSSProperties {
    [name: `--gh-${string}`]: string | number | undefined
  }
}
