// What the way of an order costs: in grams and fen, by region and weight.
import * as z from 'zod/mini'

/** Provinces have two digits, cities four, districts six: the part of a region's code that says something. */
export const regionPrefix = z.string().check(z.regex(/^(\d{2}|\d{4}|\d{6})$/, { error: 'format' }))

/** The code of a region as addresses carry it. */
export const regionCode = z.string().check(z.regex(/^\d{6}$/, { error: 'format' }))

/** 110000 is 11, 110100 is 1101. */
export const prefixOf = (code: string): string => code.replace(/(00){1,2}$/, '')

const fen = z.int().check(z.minimum(0), z.maximum(10_000_000))
const grams = z.int().check(z.minimum(1), z.maximum(1_000_000))

const MOST_FREIGHT_RULES = 60
const MOST_REGIONS = 400

export const freightRule = z.object({
  /** Empty: everywhere that no other rule names. */
  regions: z.array(regionPrefix).check(z.maxLength(MOST_REGIONS)),
  /** False: nothing is sent there. */
  served: z.boolean(),
  firstGrams: grams,
  firstFen: fen,
  stepGrams: grams,
  stepFen: fen,
  /** From goods of so much it costs nothing; null: it always costs. */
  freeFromFen: z.nullable(fen),
})
export type FreightRule = z.output<typeof freightRule>

/** No region stands in two rules, nor is there a second one for everywhere. */
export const freightRules = z.array(freightRule).check(
  z.minLength(1, { error: 'required' }),
  z.maxLength(MOST_FREIGHT_RULES),
  z.refine(rules => namesOnce(rules), { error: 'chosenTwice' }),
)

function namesOnce(rules: readonly FreightRule[]): boolean {
  const named = rules.flatMap(({ regions }) => (regions.length === 0 ? [''] : regions))
  return new Set(named).size === named.length
}

/** A template in one of its versions. */
export interface FreightTerms {
  templateId: number
  versionId: number
  rules: readonly FreightRule[]
}

export interface FreightLine {
  /** Null: nothing is charged for its way. */
  terms: FreightTerms | null
  /** Of all its pieces. */
  grams: number
  fen: number
}

export interface FreightPart {
  templateId: number
  versionId: number
  grams: number
  fen: number
}

export type Freight =
  | { served: true; fen: number; parts: FreightPart[] }
  /** Something of it is not sent there: not the same as free. */
  | { served: false; templateIds: number[] }

/** The rule with the longest prefix of the region; undefined: none names it. */
export function ruleFor(rules: readonly FreightRule[], code: string): FreightRule | undefined {
  let found: FreightRule | undefined
  let length = -1
  for (const rule of rules)
    for (const prefix of rule.regions.length === 0 ? [''] : rule.regions)
      if (code.startsWith(prefix) && prefix.length > length) [found, length] = [rule, prefix.length]
  return found
}

function charge(rule: FreightRule, weight: number, goods: number): number {
  if (rule.freeFromFen !== null && goods >= rule.freeFromFen) return 0
  const steps = Math.ceil(Math.max(0, weight - rule.firstGrams) / rule.stepGrams)
  return rule.firstFen + steps * rule.stepFen
}

/** Lines of one template are one parcel: their weights are added up before the first step is taken. */
export function freightOf(lines: readonly FreightLine[], code: string): Freight {
  const parcels = new Map<number, { terms: FreightTerms; grams: number; fen: number }>()
  for (const { terms, grams, fen } of lines) {
    if (!terms) continue
    const parcel = parcels.get(terms.templateId) ?? { terms, grams: 0, fen: 0 }
    parcels.set(terms.templateId, { terms, grams: parcel.grams + grams, fen: parcel.fen + fen })
  }
  const parts: FreightPart[] = []
  const refused: number[] = []
  for (const { terms, grams, fen } of parcels.values()) {
    const rule = ruleFor(terms.rules, code)
    const { templateId, versionId } = terms
    if (rule?.served) parts.push({ templateId, versionId, grams, fen: charge(rule, grams, fen) })
    else refused.push(templateId)
  }
  if (refused.length > 0) return { served: false, templateIds: refused }
  return { served: true, parts, fen: parts.reduce((sum, part) => sum + part.fen, 0) }
}
