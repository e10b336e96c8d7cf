// Which limits hold for a reading of a device: on its pages and where alarms are judged, the same.

export interface LimitPair {
  lower?: number | null | undefined
  upper?: number | null | undefined
}

/** The device's own limits, also where it has but one of both; where it has none, those usual for its product. */
export function limitsInForce(
  own: LimitPair | undefined,
  usual: LimitPair | undefined,
): { lower?: number | undefined; upper?: number | undefined } {
  const said = own?.lower ?? own?.upper
  const { lower, upper } = (said === undefined || said === null ? usual : own) ?? {}
  return { lower: lower ?? undefined, upper: upper ?? undefined }
}
