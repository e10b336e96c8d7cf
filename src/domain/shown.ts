// What of a value is shown to whom may see only a part of it: field by field, and whatever is not named is hidden.

type Plain = string | number | boolean | null | undefined

/** Can be left out, null or empty, so nobody need say what stands in its place. */
type MayBeBlank<T> = undefined extends T
  ? true
  : null extends T
    ? true
    : T extends readonly unknown[]
      ? true
      : false

/** A field as it is, a field whose parts are named, or what stands in its place. */
type Part<Whole, Field> = Shown<NonNullable<Field>> | ((whole: Whole) => Field)

/**
 * The parts of a value that are shown: `true` for a plain one as it is; of an array, what is shown of each. A field that
 * is not named is left out, null or empty. One that can be neither must be named: the compiler asks.
 */
export type Shown<T> = [T] extends [Plain]
  ? true
  : T extends readonly (infer Each)[]
    ? Shown<NonNullable<Each>>
    : string extends keyof T
      ? true
      : {
          readonly [K in keyof T as MayBeBlank<T[K]> extends true ? K : never]?: Part<T, T[K]>
        } & {
          readonly [K in keyof T as MayBeBlank<T[K]> extends true ? never : K]: Part<T, T[K]>
        }
