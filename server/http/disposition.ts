// The name of a downloaded file in a header, whatever letters it has.

/** With an ASCII name for old readers and the real one in UTF-8; line breaks and quotes cannot get in. */
export function contentDisposition(name: string, how: 'attachment' | 'inline' = 'attachment'): string {
  const clean = name.replace(/[\p{Cc}\\/"]/gu, '_').slice(0, 150)
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16)}`,
  )
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
