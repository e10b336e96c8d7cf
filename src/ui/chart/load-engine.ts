// Fetches the code that draws charts, in a file of its own, when the first one is shown.

export const loadEngine = () => import('./engine.ts')
