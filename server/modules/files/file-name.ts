// What a kept file is called: by what was found in it, so that nobody downloads a text as a program.

/** Endings that a type may have, the usual one first. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/zip': ['zip'],
  'audio/mpeg': ['mp3'],
  'image/gif': ['gif'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'text/csv': ['csv', 'tsv'],
  'text/plain': ['txt', 'log', 'md', 'json'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
}

/** The name with an ending of its type: `run.bat` that holds a text is `run.bat.txt`. A type of ours without an ending stays as it is. */
export function namedByType(name: string, contentType: string): string {
  const [usual, ...others] = ENDINGS[contentType] ?? []
  if (usual === undefined) return name
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return ending === usual || others.includes(ending) ? name : `${name}.${usual}`
}
