// The picture that a device carries in its SKU text.

/** Address of the product's picture inside the JSON text that devices of this family carry. */
export function pictureOf(sku: string | null | undefined): string | undefined {
  if (!sku) return undefined
  try {
    const read: unknown = JSON.parse(sku)
    const address = typeof read === 'object' && read !== null && 'imgSrc' in read ? read.imgSrc : undefined
    return typeof address === 'string' && /^(https?:\/\/|\/(?![/\\]))/.test(address) ? address : undefined
  } catch {
    return undefined
  }
}
