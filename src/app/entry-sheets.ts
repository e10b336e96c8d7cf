// The sheets of the entry: they come without holding up the page's own first paint, and are there before the first screen.

/**
 * Lays the sheets on as soon as all have come. One that cannot come is not waited for. Where the page is not built there
 * is none: the sheets come with the scripts.
 */
export async function layEntrySheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-entry]')]
  await Promise.all(links.map(hasCome))
  for (const link of links) link.media = 'all'
}

async function hasCome(link: HTMLLinkElement): Promise<void> {
  if (link.sheet || document.readyState === 'complete') return
  await new Promise<unknown>(resolve => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    // Whatever became of it before this was asked: the page does not complete without it.
    globalThis.addEventListener('load', resolve)
  })
}
