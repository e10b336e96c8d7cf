// Where a device is, in words.

interface Placed {
  installLocation?: string | undefined
  community?: string | undefined
  building?: string | undefined
  unit?: string | undefined
  roomNo?: string | undefined
}

/** The install location; without one the address down to the room. Empty where nothing is known. */
export function placeOf({ installLocation, community, building, unit, roomNo }: Placed): string {
  if (installLocation) return installLocation
  return [community, building, unit, roomNo].filter(Boolean).join(', ')
}
