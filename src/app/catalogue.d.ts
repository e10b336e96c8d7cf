// Message catalogues are compiled when the console is built.
declare module '*.po' {
  export const messages: Record<string, string>
  /** What only pages behind the login say; absent where the catalogue is whole. */
  export const rest: (() => Promise<{ messages: Record<string, string> }>) | undefined
}

/** What the pages beside the console say. */
declare module '*.po?own?lingui' {
  export const messages: Record<string, string>
}
