// Message catalogues are compiled when the console is built.
declare module '*.po' {
  export const messages: Record<string, string>
}
