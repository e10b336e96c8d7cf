// What the page of a monitored person keeps in its address.

export interface PersonSearch {
  id?: number | undefined
  form?: number | undefined
}

export function readPersonSearch(raw: Record<string, unknown>): PersonSearch {
  const whole = (value: unknown) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
  const [id, form] = [whole(raw.id), whole(raw.form)]
  return { ...(id !== undefined && { id }), ...(form !== undefined && { form }) }
}
