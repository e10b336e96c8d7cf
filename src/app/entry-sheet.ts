// The sheet of the entry: it comes without holding up the page's own first paint, and is there before the first screen.

/**
 * Lays the sheet on as soon as it has come. One that cannot come is not waited for. Where the page is not built there is
 * none: the sheets come with the scripts.
 */
export async function layEntrySheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[data-entry]')
  if (!link) return
  if (!link.sheet && document.readyState !== 'complete')
    await new Promise<unknown>(resolve => {
      link.addEventListener('load', resolve)
      link.addEventListener('error', resolve)
      // Whatever became of it before this was asked: the page does not complete without it.
      globalThis.addEventListener('load', resolve)
    })
  link.media = 'all'
}
