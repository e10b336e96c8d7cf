// Number-to-word codecs: digits live on the wire, words inside (console specification, section 4).
import * as z from 'zod/mini'
import { gender } from '../domain/access/access.ts'
import { alarmType, alarmTypes } from '../domain/alarm/alarm-types.ts'
import { payState, payWay } from '../domain/billing/bill.ts'
import { packageContent, packageLanguage, packageStatus, packageType } from '../domain/billing/sim-package.ts'
import { genericStatus } from '../domain/device/catalogue.ts'
import { deviceState, footRing, harmfulGas } from '../domain/device/device.ts'

type WordSchema = z.ZodMiniEnum<Record<string, string>>

interface CodeTable {
  byCode: ReadonlyMap<number, string>
  /** Meaning of every number that the table does not list. */
  otherwise?: string
  /** Number sent for the `otherwise` word. */
  otherwiseCode?: number
}

const table = (
  pairs: readonly (readonly [number, string])[],
  otherwise?: string,
  otherwiseCode?: number,
): CodeTable => ({
  byCode: new Map(pairs),
  ...(otherwise === undefined ? {} : { otherwise, otherwiseCode }),
})

const numbered = (words: readonly string[], first = 0) =>
  table(words.map((word, index) => [index + first, word] as const))

const tables = new Map<unknown, CodeTable>([
  [
    deviceState,
    table(
      [
        [0, 'offline'],
        [1, 'online'],
        [2, 'notActivated'],
      ],
      'abnormal',
      3,
    ),
  ],
  [
    genericStatus,
    table([
      [0, 'disabled'],
      [1, 'enabled'],
      [2, 'deleted'],
    ]),
  ],
  [gender, table([[1, 'male']], 'female', 0)],
  [alarmType, numbered(alarmTypes, 1)],
  [footRing, table([[1, 'loose']], 'tight', 0)],
  [harmfulGas, numbered(['detected', 'none'])],
  [packageType, numbered(packageType.options)],
  [packageContent, numbered(packageContent.options)],
  [packageLanguage, numbered(packageLanguage.options)],
  [packageStatus, numbered(packageStatus.options)],
  // From -1 failed to 4 refunding; 5, refunded, is this product's own.
  [payState, numbered(['failed', 'unpaid', 'paid', 'closed', 'paying', 'refunding', 'refunded'], -1)],
  [payWay, numbered(payWay.options, 1)],
])

const codecs = new Map<unknown, z.ZodMiniType>()

function codecOf(words: WordSchema, codes: CodeTable): z.ZodMiniType {
  const known = codecs.get(words)
  if (known) return known
  const byWord = new Map([...codes.byCode].map(([code, word]) => [word, code] as const))
  if (codes.otherwise !== undefined) byWord.set(codes.otherwise, codes.otherwiseCode ?? -1)
  // Digits arrive as numbers in JSON and as text in a query string.
  const digits = z.union([z.int(), z.string().check(z.regex(/^-?\d{1,3}$/))])
  const made = z.codec(digits, words, {
    decode: (code, context) => {
      const word = codes.byCode.get(Number(code)) ?? codes.otherwise
      if (word !== undefined) return word
      context.issues.push({ code: 'custom', message: 'code', input: code })
      return z.NEVER
    },
    encode: word => byWord.get(word) ?? -1,
  })
  codecs.set(words, made)
  return made
}

interface Definition {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
}

/**
 * The wire form of a schema: every coded word becomes a digit codec, the rest stays. Decode what arrives with
 * `z.decode`, encode what leaves with `z.encode`. Checks on wrapped arrays and objects stay with the domain schema.
 */
export function wireOf<S extends z.ZodMiniType>(schema: S): z.ZodMiniType<z.output<S>, unknown> {
  // The walk changes the wire side only; the inner type stays that of the domain schema.
  return walk(schema) as z.ZodMiniType<z.output<S>, unknown>
}

function walk(schema: z.ZodMiniType): z.ZodMiniType {
  const codes = tables.get(schema)
  if (codes) return codecOf(schema as WordSchema, codes)
  const definition = schema._zod.def as Definition
  switch (definition.type) {
    case 'optional':
      return definition.innerType ? z.optional(walk(definition.innerType)) : schema
    case 'nullable':
      return definition.innerType ? z.nullable(walk(definition.innerType)) : schema
    case 'array': {
      if (!definition.element) return schema
      const element = walk(definition.element)
      return element === definition.element ? schema : z.array(element)
    }
    case 'object': {
      const shape = definition.shape ?? {}
      const walked = Object.entries(shape).map(([key, field]) => [key, walk(field)] as const)
      return walked.every(([key, field]) => shape[key] === field)
        ? schema
        : z.object(Object.fromEntries(walked))
    }
    default:
      return schema
  }
}
