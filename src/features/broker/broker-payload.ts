// Reads what somebody typed as a message: a JSON object, or nothing.

/** The object a text stands for; undefined for anything else, lists and single values included. */
export function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
