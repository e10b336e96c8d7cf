// Which page buttons a pagination shows: five at most, around the current page.

export interface PageRange {
  /** Page numbers to show as buttons, ascending, at most five. */
  pages: number[]
  /** Pages are hidden before the first shown, or after the last. */
  before: boolean
  after: boolean
  current: number
  last: number
}

/** The most page buttons shown at once (real-time specification, sections 4 and 9). */
export const MAX_PAGE_BUTTONS = 5

/** The last page of `total` rows; an empty list still has its first page. */
export const lastPage = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(Math.max(0, total) / Math.max(1, pageSize)))

/** The range of visible page buttons around `current`. */
export function pageRange(current: number, total: number, pageSize: number): PageRange {
  const last = lastPage(total, pageSize)
  const page = Math.min(Math.max(1, Math.trunc(current) || 1), last)
  const count = Math.min(MAX_PAGE_BUTTONS, last)
  const start = Math.min(Math.max(1, page - 2), last - count + 1)
  const pages = Array.from({ length: count }, (_, at) => start + at)
  return { pages, before: start > 1, after: start + count - 1 < last, current: page, last }
}

/** What was typed into the page field, digits only. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** The page a typed text means: above the last it is the last, below 1 or empty it is 1. */
export function typedPage(typed: string, last: number): number {
  const digits = digitsOf(typed)
  return Math.min(Math.max(1, digits === '' ? 1 : Number(digits)), last)
}
