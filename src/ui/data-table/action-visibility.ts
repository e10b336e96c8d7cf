// Whether an action button is shown on a row: equality, '>=' or 'huishou' (real-time specification, section 5).

export interface VisibilityRule<Row> {
  /** The field that decides. */
  name: keyof Row & string
  /** Equality unless named. */
  rule?: '==' | '>=' | 'huishou'
  value: string | number | boolean
}

/** Upper bound of 'huishou' (recycling): states past it are out of the fleet. */
const HUISHOU_HIGHEST = 5

// Codes come from the wire as 1 or "1"; an absent or blank field is no number at all.
const numberOf = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN

/** True when the rule holds for the row. A value that is no number never passes a comparison. */
export function ruleHolds<Row>(row: Row, rule: VisibilityRule<Row>): boolean {
  const value: unknown = row[rule.name]
  if (rule.rule === '>=') return numberOf(value) >= numberOf(rule.value)
  if (rule.rule === 'huishou') {
    return numberOf(value) >= numberOf(rule.value) && numberOf(value) <= HUISHOU_HIGHEST
  }
  return value !== undefined && value !== null && String(value) === String(rule.value)
}

/** True when the button is to be shown on the row. */
export function actionVisible<Row>(
  row: Row,
  action: { filter?: VisibilityRule<Row> | ((row: Row) => boolean); ishide?: boolean },
): boolean {
  if (action.ishide) return false
  if (action.filter === undefined) return true
  return typeof action.filter === 'function' ? action.filter(row) : ruleHolds(row, action.filter)
}
