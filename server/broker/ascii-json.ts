/** The same JSON in ASCII: what counts its bytes, or has a seal over its letters, finds it the same on both ends of any line. */
export const asciiJson = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
