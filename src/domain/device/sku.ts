// The SKU of a device: JSON text, as devices of this family carry it, with its code and the picture of the product.
import * as z from 'zod/mini'

/** Address of a picture: same origin or http(s); never another scheme. */
export const imageAddress = z
  .string()
  .check(z.maxLength(500), z.regex(/^(\/(?![/\\]).*|https?:\/\/.+)$/, { error: 'imageAddress' }))

const stored = z.looseObject({
  code: z.optional(z.string()),
  imgSrc: z.optional(z.union([imageAddress, z.literal('')])),
})

export interface Sku {
  code: string
  imgSrc: string
}

/** The text as it is stored; empty for none. */
export const sku = z.string().check(
  z.maxLength(2_000),
  z.refine(text => text === '' || readStored(text) !== undefined, { error: 'imageAddress' }),
)

function readStored(text: string): z.output<typeof stored> | undefined {
  try {
    const read = z.safeParse(stored, JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** What a SKU text says; text that is no JSON is taken for the code itself. */
export function readSku(text: string | null | undefined): Sku {
  if (!text) return { code: '', imgSrc: '' }
  const read = readStored(text)
  return read ? { code: read.code ?? '', imgSrc: read.imgSrc ?? '' } : { code: text, imgSrc: '' }
}

/** The text with these parts changed; what else it holds stays. Empty when nothing is left. */
export function changedSku(text: string | null | undefined, parts: Partial<Sku>): string {
  const { code, imgSrc } = { ...readSku(text), ...parts }
  const { code: _code, imgSrc: _imgSrc, ...others } = (text ? readStored(text) : undefined) ?? {}
  const kept = { ...others, ...(code && { code }), ...(imgSrc && { imgSrc }) }
  return Object.keys(kept).length === 0 ? '' : JSON.stringify(kept)
}
