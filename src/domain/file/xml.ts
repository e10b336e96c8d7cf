// Texts of people inside XML, for files of other programs.

// What XML 1.0 has no room for, however it is escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text as it may stand in XML, also in an attribute. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(NO_XML, '')
    .replace(/[&<>"']/g, sign => escapes[sign] ?? '')
