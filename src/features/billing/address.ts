// Numbers of cards in addresses: quoted, since twenty digits are more than a number can hold.

/** A text for an address inside the router. */
export const inAddress = (text: string): string => encodeURIComponent(JSON.stringify(text))
