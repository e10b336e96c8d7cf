// What the approvers' pages keep in the address: the case that is open, and whether all cases are listed.

export interface QueueSearch {
  case: number | undefined
  all: boolean
}

export const readQueueSearch = (search: Readonly<Record<string, unknown>>): QueueSearch => ({
  case:
    Number.isSafeInteger(Number(search.case)) && Number(search.case) > 0 ? Number(search.case) : undefined,
  all: search.all === 1 || search.all === '1',
})
