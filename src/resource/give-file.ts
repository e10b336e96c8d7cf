// Hands a file to the person's browser: it was fetched with the session, or made here.

/** Long enough for the browser to have begun writing. */
const KEPT_MS = 60_000

/** Saves bytes under a name. */
export function giveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
