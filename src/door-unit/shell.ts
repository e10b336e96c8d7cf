// Keeps the page itself for a start without a network.
const SETTLED_MS = 10_000

export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/door-sw.js', { scope: '/door' })
    await navigator.serviceWorker.ready
    const name = () =>
      registration.active?.postMessage({
        type: 'keep',
        urls: performance.getEntriesByType('resource').map(entry => entry.name),
      })
    name()
    // What was on its way meanwhile did not pass through it either.
    setTimeout(name, SETTLED_MS)
  } catch {
    // A refused registration (plain HTTP) leaves a page that needs the network.
  }
}
